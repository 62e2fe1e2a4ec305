#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the three hours of the sample catalogue's assembly from the sentences
below, the same ones at every run: make-assembly.py > catalogue/assembly-morning.json"""
import json
import random

LENGTH = 3 * 3600
CHARACTERS_A_SECOND = 13.5

CHAIR = 1
OPENING = [
    "Colleagues, please take your seats. The doors are closed, the quorum is there, and the recording runs.",
    "We have a long morning in front of us, so I ask every speaker to be brief, and I know what that is worth.",
]
CALLS = [
    "The floor goes to the delegate from {place}.",
    "Next on my list is {place}, and after that {place2}.",
    "Thank you. I have {count} more names on the list, and I close it at {count2}.",
    "A question to the board, please, and then an answer, in that order.",
    "Order, please. You may all be right, but not at the same time.",
    "I repeat the motion, because it has changed since breakfast: we ask for {count} per cent over {months} months.",
]
BEGINNINGS = [
    "I speak for the section in {place}.",
    "I have been in {place} for {count} years, and I have never stood here before.",
    "Let me answer the colleague from {place} directly.",
    "I will be short.",
    "I want to go back to what was said about {topic}.",
    "Nobody has mentioned {topic} so far, so I will.",
    "You have the paper on {topic} in your folders.",
]
MIDDLES = [
    "On the late shift we are {count} people where there used to be {count2}.",
    "The company says that {topic} costs too much, and in the same letter it announces a dividend.",
    "In {month} we were promised a new agreement on {topic}, and we are still waiting for the first draft.",
    "It is not about the money alone. It is about knowing on Friday when you work on Monday.",
    "We counted it ourselves, for {months} weeks, with a pencil, because the machine counts only what it is told to.",
    "In {place} they tried it the other way round, and the sick days fell by {count} per cent.",
    "I have {count} letters here from people who could not come today because they are at work.",
    "If we sign that, then {topic} is gone, and it will not come back in our lifetime.",
    "My mother worked at the same bench, and she had {count} minutes more for the same piece.",
    "The young ones do not ask what {topic} costs. They ask whether anybody has thought about it, and then they leave.",
    "We do not need another survey on {topic}. We need somebody who reads the last one.",
    "The board has done well in the talks about {topic}, and I say that although I voted for somebody else.",
    "Whoever says that nothing can be done about {topic} has not been to {place}.",
    "For {count} of us the way to work takes longer than an hour, and that hour belongs to nobody.",
]
ENDINGS = [
    "That is why I ask you to vote for the motion.",
    "I cannot vote for that, and I wanted to say it to your faces.",
    "Thank you for listening.",
    "And if I am wrong about {topic}, tell me before {month} and not after.",
    "That was all. It was longer than I had promised.",
    "I move that we come back to {topic} after the break.",
]
SLOTS = {
    "place": ["the north yard", "the paint shop", "the depot at the river", "the night train", "Hall Seven",
              "the sorting centre", "the ferry terminal", "the laundry", "the south depot", "the control room"],
    "topic": ["the shift plan", "the break rooms", "the pension fund", "the apprentices", "paid travel time",
              "the works canteen", "the safety shoes", "the Sunday bonus", "part-time work", "the new timetable"],
    "month": ["January", "March", "May", "June", "September", "November"],
    "months": ["six", "eight", "twelve", "eighteen", "twenty-four"],
    "count": ["three", "four", "seven", "nine", "eleven", "fourteen", "nineteen", "twenty-two"],
    "count2": ["twelve", "fifteen", "thirty", "forty", "sixty"],
}
SLOTS["place2"] = SLOTS["place"]


def fill(rng, sentence):
    return sentence.format(**{slot: rng.choice(words) for slot, words in SLOTS.items()})


def make_speech(rng):
    """The paragraphs of one delegate."""
    for number in range(rng.randint(1, 4)):
        sentences = rng.sample(MIDDLES, rng.randint(2, 4))
        if number == 0:
            sentences.insert(0, rng.choice(BEGINNINGS))
        yield sentences
    yield [rng.choice(ENDINGS)]


def make_turns(rng):
    """(speaker, sentences) without an end."""
    for sentence in OPENING:
        yield CHAIR, [sentence]
    last = CHAIR
    while True:
        yield CHAIR, rng.sample(CALLS, 1)
        speaker = rng.choice([n for n in range(2, 7) if n != last])
        for sentences in make_speech(rng):
            yield speaker, sentences
        last = speaker


def make_video():
    rng = random.Random(1848)
    paragraphs = []
    start = 3.6
    for speaker, sentences in make_turns(rng):
        text = " ".join(fill(rng, sentence) for sentence in sentences)
        length = len(text) / CHARACTERS_A_SECOND
        if start + length > LENGTH - 5:
            break
        paragraphs.append({"start": round(start, 3), "speaker": speaker, "text": text})
        start += length + rng.uniform(0.4, 2.5)
    return {"title": "Union assembly, morning session", "length": LENGTH, "language": "en",
            "paragraphs": paragraphs}


print(json.dumps(make_video(), ensure_ascii=False, indent=1))
