import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { KeyStanding } from "./key-standing";

it.each([
  ["active", "Active"],
  ["expired", "Expired"],
  ["revoked", "Revoked"],
] as const)("says of a key that is %s just that", (state, word) => {
  const { container } = render(<KeyStanding state={state} person="Ines" />);
  expect(container).toHaveTextContent(new RegExp(`^${word}$`));
});

it.each([
  ["stopped", "Stopped", /account of Ines is deactivated/],
  ["ended", "Ended", /Ines left the workspace/],
  ["lacks-model", "No model", /model that answered was deleted/],
] as const)("says of a key that is %s why, on the pointer and to readers alike", (state, word, why) => {
  const { container } = render(<KeyStanding state={state} person="Ines" />);
  expect(screen.getByText(word)).toBeVisible();
  expect(container).toHaveTextContent(why);
  expect(screen.getByTitle(why)).toBeInTheDocument();
});
