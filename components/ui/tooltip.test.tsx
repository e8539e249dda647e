import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { Tooltip } from "./tooltip";

function open() {
  render(
    <Tooltip content="Columns of the list">
      <button type="button">Columns</button>
    </Tooltip>,
  );
  return screen.getByRole("button");
}

it("describes its control while that has the focus, until Esc", async () => {
  const button = open();
  await userEvent.tab();
  expect(await screen.findByRole("tooltip")).toHaveTextContent("Columns of the list");
  expect(button).toHaveAccessibleDescription("Columns of the list");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
  expect(button).toHaveFocus();
});

it("lets presses through when it came with the focus, and can be pointed at when it came with the pointer", async () => {
  const button = open();
  await userEvent.tab();
  expect(await screen.findByRole("tooltip")).toHaveClass("pointer-events-none");
  await userEvent.tab();
  await userEvent.hover(button);
  expect(await screen.findByRole("tooltip")).not.toHaveClass("pointer-events-none");
});

it("shows on hover, and not for a press", async () => {
  const button = open();
  await userEvent.hover(button);
  expect(await screen.findByRole("tooltip")).toBeInTheDocument();
  await userEvent.click(button);
  expect(screen.queryByRole("tooltip")).toBeNull();
});

it("stays away when nothing is to be said", async () => {
  render(
    <Tooltip content="Blocked" enabled={false}>
      <button type="button">Publish</button>
    </Tooltip>,
  );
  await userEvent.tab();
  expect(screen.getByRole("button")).not.toHaveAttribute("aria-describedby");
});
