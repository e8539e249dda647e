import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Field } from "./field";
import { Input } from "./input";
import { Menu, MenuItem } from "./menu";

function Naming() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>New skill</Button>
      <Menu trigger={<Button>More</Button>}>
        <MenuItem onSelect={() => setOpen(true)}>Rename</MenuItem>
      </Menu>
      <Dialog open={open} onOpenChange={setOpen} title="Name it">
        <Field label="Name">
          <Input autoFocus />
        </Field>
      </Dialog>
    </>
  );
}

describe("Dialog", () => {
  it("takes the focus back to the button, also when a field took it at once", async () => {
    render(<Naming />);
    await userEvent.click(screen.getByRole("button", { name: "New skill" }));
    expect(await screen.findByRole("textbox", { name: "Name" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("button", { name: "New skill" })).toHaveFocus();
  });

  it("takes the focus back to the menu's button when a menu's item opened it", async () => {
    render(<Naming />);
    await userEvent.click(screen.getByRole("button", { name: "More" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Rename" }));
    await userEvent.click(await screen.findByRole("button", { name: "Close" }));
    expect(screen.getByRole("button", { name: "More" })).toHaveFocus();
  });
});
