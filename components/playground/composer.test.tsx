import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Composer } from "./composer";

const nothing = () => {};
const composer = (text: string) => (
  <Composer
    {...{ agent: null, skills: [], text, onText: nothing, onSend: nothing, onStop: nothing }}
    {...{ running: false, sending: false }}
  />
);

it("says beside what is written why it cannot be sent, and nothing while there is nothing to send", () => {
  const { rerender } = render(composer(" "));
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  rerender(composer("a".repeat(100_001)));
  expect(screen.getByRole("status")).toHaveTextContent("at most 100,000 characters. This has 100,001.");
  rerender(composer("Hello"));
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});
