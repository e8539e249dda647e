import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Menu, MenuItem } from "./menu";

function open(onCopy: () => void) {
  render(
    <main>
      <Menu trigger={<button type="button">More</button>}>
        <MenuItem onSelect={onCopy}>Copy</MenuItem>
        <MenuItem blockedReason="Your role is viewer.">Delete</MenuItem>
      </Menu>
    </main>,
  );
  return screen.getByRole("button", { name: "More" });
}

describe("Menu", () => {
  it("opens by key, is named by its button, and gives the focus back", async () => {
    const copy = vi.fn();
    const button = open(copy);
    await userEvent.tab();
    expect(button).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    const menu = await screen.findByRole("menu", { name: "More" });
    expect(button).toHaveAttribute("aria-expanded", "true");
    expect(button).toBe(screen.getByRole("button", { name: "More" }));
    expect(screen.getByRole("main")).toContainElement(menu);
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    expect(button).toHaveFocus();
    expect(copy).not.toHaveBeenCalled();
  });

  it("runs what is chosen, and closes", async () => {
    const copy = vi.fn();
    await userEvent.click(open(copy));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Copy" }));
    expect(copy).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  });

  it("keeps what is blocked, says why, and does nothing", async () => {
    await userEvent.click(open(vi.fn()));
    const item = await screen.findByRole("menuitem", { name: /Delete.*Your role is viewer/ });
    await userEvent.click(item);
    expect(item).toHaveAttribute("aria-disabled", "true");
    expect(screen.getByRole("menu")).toBeVisible();
  });
});
