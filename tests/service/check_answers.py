#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_answers.py DESCRIPTION ANSWERS: holds each answer (a line of JSON with method, path, status, type and body)
against what the OpenAPI description says of it, and prints those that differ."""
import json
import re
import sys
from pathlib import Path

from jsonschema import Draft202012Validator, FormatChecker, RefResolver

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")


class Description:
    def __init__(self, document):
        self.document = document
        self.resolver = RefResolver("", document)
        self.validators = {}

    def follow(self, node):
        while "$ref" in node:
            node = self.resolver.resolve(node["$ref"])[1]
        return node

    def find_operation(self, method, path):
        """None for what the description does not know."""
        for template, item in self.document["paths"].items():
            pattern = "".join("[^/]+" if part.startswith("{") else re.escape(part)
                              for part in re.split(r"(\{\w+\})", template))
            if re.fullmatch(pattern, path.partition("?")[0]):
                return item.get(method.lower())
        return None

    def find_response(self, method, path, status):
        operation = self.find_operation(method, path)
        if operation is None:
            # What is no endpoint is refused as everything else is.
            refusals = {400: "BadRequest", 404: "Other", 405: "Other"}
            return {"$ref": f"#/components/responses/{refusals[status]}"} if status in refusals else None
        responses = operation["responses"]
        return responses.get(str(status), responses["default"])

    def get_validator(self, schema):
        key = json.dumps(schema)
        if key not in self.validators:
            self.validators[key] = Draft202012Validator(schema, resolver=self.resolver, format_checker=FormatChecker())
        return self.validators[key]

    def find_complaints(self, answer):
        response = self.find_response(answer["method"], answer["path"], answer["status"])
        if response is None:
            yield "the description does not know it"
            return
        content = self.follow(response)["content"]
        kind = answer["type"].partition(";")[0]
        if kind not in content:
            yield f"it is {kind or 'of no type'}"
            return
        try:
            body = json.loads(answer["body"])
        except ValueError as error:
            yield f"it is no JSON: {error}"
            return
        if answer["status"] >= 400 and isinstance(body, dict) and body.get("statusCode") != answer["status"]:
            yield "statusCode is another one"
        yield from (f"{error.json_path}: {error.message}"
                    for error in self.get_validator(content[kind]["schema"]).iter_errors(body))


def main(description, answers):
    described = Description(json.loads(Path(description).read_text()))
    lines = Path(answers).read_text().split("\n")[:-1]
    seen, n_complaints = set(), 0
    for line in lines:
        if line in seen:
            continue
        seen.add(line)
        answer = json.loads(line)
        for complaint in described.find_complaints(answer):
            n_complaints += 1
            print(f"{answer['method']} {answer['path']} {answer['status']} {answer['body'][:200]}: {complaint}")
    print(f"{len(lines)} answers, {len(seen)} different ones, {n_complaints} are not as described")
    return 1 if n_complaints else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
