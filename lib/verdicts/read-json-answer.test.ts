import { expect, it } from "vitest";
import { readJsonAnswer } from "./read-json-answer";

it.each([
  ["null", { json: null }],
  ['{"a": 1}', { json: { a: 1 } }],
  ['```json\n{"a": 1}\n```', { json: { a: 1 } }],
  ["```\n[1]\n```\n", { json: [1] }],
  ['Here: {"a": 1}', undefined],
  ["```json\n{}\n```\n```json\n{}\n```", undefined],
  ["", undefined],
])("reads %j as %j", (text, answer) => {
  expect(readJsonAnswer(text)).toEqual(answer);
});
