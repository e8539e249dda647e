import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { OutcomeWord } from "./outcome-word";

describe("what a case came to", () => {
  it.each([
    ["stolen", "deploy", "Stolen by deploy"],
    ["fired", "deploy", "Fired, should not: deploy"],
    ["fired", null, "Fired, should not"],
    ["missed", null, "Missed"],
    [null, null, "Not run"],
  ] as const)("is %s, with the skill that it names: %s", (outcome, by, words) => {
    const { container } = render(<OutcomeWord outcome={outcome} by={by} />);
    expect(container).toHaveTextContent(new RegExp(`^${words}$`));
  });
});
