import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { Button } from "./button";
import { ConfirmDialog } from "./confirm-dialog";

function Deletion({ onConfirm, name }: { onConfirm: () => unknown; name?: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete</Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete release-notes?"
        description="Its 7 versions go with it."
        confirmLabel="Delete for good"
        typeToConfirm={name}
        onConfirm={onConfirm}
        danger
      />
    </>
  );
}

describe("ConfirmDialog", () => {
  it("asks with its title and reason, and acts only when confirmed", async () => {
    const act = vi.fn();
    render(<Deletion onConfirm={act} />);
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Delete release-notes?" });
    expect(dialog).toHaveAccessibleDescription("Its 7 versions go with it.");
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(act).not.toHaveBeenCalled();
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(screen.getByRole("button", { name: "Delete" })).toHaveFocus();
  });

  it("waits until the name is typed exactly", async () => {
    const act = vi.fn();
    render(<Deletion onConfirm={act} name="release-notes" />);
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    const confirm = await screen.findByRole("button", { name: "Delete for good" });
    expect(confirm).toHaveAccessibleDescription("Type release-notes first.");
    const field = screen.getByRole("textbox", { name: "Type release-notes to confirm" });
    await userEvent.type(field, "Release-notes{Enter}");
    expect(act).not.toHaveBeenCalled();
    await userEvent.clear(field);
    await userEvent.type(field, "release-notes{Enter}");
    expect(act).toHaveBeenCalledOnce();
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("stays open with the reason when it does not work", async () => {
    render(<Deletion onConfirm={() => Promise.reject(new Error("2 agents follow it."))} />);
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    await userEvent.click(await screen.findByRole("button", { name: "Delete for good" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("2 agents follow it.");
    expect(screen.getByRole("alertdialog")).toBeVisible();
  });
});
