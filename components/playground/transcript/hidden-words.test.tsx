import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { CodeBlock } from "@/components/ui/code-block";
import { Notice } from "@/components/ui/notice";
import { Facts, Section } from "@/components/ui/section";
import { bareText } from "@/lib/testing/browser/bare-text";
import { JsonText } from "../inspector/json-text";
import { WordList } from "./word-list";

const hostile = "to\u202e moc.live \u202cour\u200b \u001b]8;;x\u0007";

describe("what others wrote, where a rehearsal is shown", () => {
  it.each([
    [
      "a sentence of an event",
      <WordList key="x" words={[{ text: hostile }, { text: hostile, mono: true }]} />,
    ],
    ["an exact text", <CodeBlock key="x" text={hostile} label="the text" />],
    ["an exchange", <JsonText key="x" text={`{\n  "a\u202eb": "c\u202ed"\n}`} />],
    ["an exchange with many keys", <JsonText key="x" text={`{"a\u202e":1,\n`.repeat(300)} />],
    [
      "facts and their heading",
      <Section key="x" title={hostile} end={hostile}>
        <Facts items={[[hostile, hostile]]} />
      </Section>,
    ],
    [
      "a refusal",
      <Notice key="x" tone="error" title={hostile}>
        {hostile}
      </Notice>,
    ],
  ])("is marked in %s", (_name, element) => {
    const { container } = render(element);
    expect(bareText(container)).toEqual([]);
    expect(container.querySelector(".hidden-mark")).not.toBeNull();
  });
});
