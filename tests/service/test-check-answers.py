#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-check-answers.py DESCRIPTION: asserts that the description is whole, and that wrong answers are found."""
import copy
import json
import sys
from pathlib import Path

from jsonschema import Draft202012Validator

from check_answers import METHODS, Description

ID = "3b241101-e2bb-4255-8caf-4136c566a962"
TIME = "2025-03-12T19:00:00.123Z"
ERROR = {"statusCode": 404, "message": "Project not found", "error": "Not Found"}
GOOD = [
    ("POST", "/api/transcribeVideo", 201, {"success": True, "projectId": ID}),
    ("POST", "/api/transcribeVideo", 402,
     {"statusCode": 402, "message": "There are fewer credits", "error": "NOT_ENOUGH_CREDIT"}),
    ("GET", "/api/list?page=1", 200,
     [{"id": ID, "name": "", "platformId": "a", "state": "done", "createdAt": TIME}]),
    ("GET", "/api/list?page=9", 200, []),
    ("GET", f"/api/detail/{ID}", 200, {"id": ID, "name": "n", "platformId": "a", "language": "en", "text": ""}),
    ("GET", f"/api/detail/{ID}?showSpeaker=true", 200,
     {"id": ID, "name": "n", "state": "error", "message": "It broke", "videoLength": 3, "createdAt": TIME}),
    ("GET", f"/api/detail/{ID}", 404, ERROR),
    ("GET", "/nowhere", 404, ERROR),
    ("PUT", "/api/list", 405, {"statusCode": 405, "message": "m", "error": "Method Not Allowed"}),
]


def get_answer(method, path, status, body):
    return {"method": method, "path": path, "status": status, "type": "application/json",
            "body": body if isinstance(body, str) else json.dumps(body)}


def damage(body):
    """What differs from @body in one place; the states, for one, stay those of the interface."""
    if isinstance(body, list):
        yield from ([other] for item in body for other in damage(item))
        yield {}
        return
    yield {**body, "surplus": 1}
    yield []
    yield json.dumps(body)[:-1]
    for name, value in body.items():
        yield {other: body[other] for other in body if other != name}
        yield {**body, name: None}
        yield {**body, name: 1.5 if isinstance(value, int) else "" if name not in ("name", "text") else 7}


def find_references(node):
    if isinstance(node, dict):
        yield from ([node["$ref"]] if "$ref" in node else [])
        node = list(node.values())
    if isinstance(node, list):
        for child in node:
            yield from find_references(child)


def check_document(described):
    document = described.document
    yield "version", document["openapi"].startswith("3.1.") and document["info"]["version"] == "0.0.1"
    yield "references", all(described.resolver.resolve(reference) for reference in find_references(document))
    schemas = document["components"]["schemas"]
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    yield "schemas", len(schemas) > 5
    used = {reference.rpartition("/")[2] for reference in find_references(document)}
    yield "no schema is left over", set(schemas) | set(document["components"]["responses"]) == used
    operations = {(method, path): operation for path, item in document["paths"].items()
                  for method, operation in item.items() if method in METHODS}
    yield "endpoints", set(operations) == {("post", "/api/transcribeVideo"), ("get", "/api/list"),
                                           ("get", "/api/detail/{id}"), ("get", "/openapi.json")}
    keyless = [path for (_, path), operation in operations.items() if operation.get("security") == []]
    yield "all but itself needs a key", keyless == ["/openapi.json"] and document["security"] == [{"key": []}]


def check_answers(described):
    for method, path, status, body in GOOD:
        complaints = list(described.find_complaints(get_answer(method, path, status, body)))
        yield f"good: {method} {path} {status}", not complaints
        for number, wrong in enumerate(damage(copy.deepcopy(body))):
            answer = get_answer(method, path, status, wrong)
            yield f"wrong {number}: {method} {path} {status} {answer['body']}", any(described.find_complaints(answer))
    text = get_answer("GET", "/api/list", 200, [])
    yield "type", any(described.find_complaints({**text, "type": "text/plain"}))
    yield "status", any(described.find_complaints(get_answer("GET", "/api/list", 418, {**ERROR, "statusCode": 418})))
    yield "status and body", any(described.find_complaints(get_answer("GET", "/api/list", 401, ERROR)))
    yield "success of another method", any(described.find_complaints(get_answer("POST", "/api/list", 200, [])))


def main(path):
    described = Description(json.loads(Path(path).read_text()))
    results = [*check_document(described), *check_answers(described)]
    print(f"1..{len(results)}")
    for number, (what, good) in enumerate(results, 1):
        print(f"{'ok' if good else 'not ok'} {number} {what.replace('#', '')}")
    return 0 if all(good for _, good in results) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
