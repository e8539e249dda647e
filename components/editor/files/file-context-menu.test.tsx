import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { FileContextMenu } from "./file-context-menu";

function open() {
  const acts = { onOpen: vi.fn(), onNew: vi.fn(), onRename: vi.fn(), onDelete: vi.fn() };
  render(
    <FileContextMenu isFolder={(path) => path === "references"} {...acts}>
      <div data-path="references">references</div>
      <div data-path="references/tone.md">tone.md</div>
      <p>nothing</p>
    </FileContextMenu>,
  );
  return acts;
}

it("offers what can be done with the file under the pointer", async () => {
  const acts = open();
  fireEvent.contextMenu(screen.getByText("tone.md"));
  expect(await screen.findByRole("menu", { name: "Actions for references/tone.md" })).toBeVisible();
  await userEvent.click(screen.getByRole("menuitem", { name: /Rename or move/ }));
  expect(acts.onRename).toHaveBeenCalledWith("references/tone.md");
  fireEvent.contextMenu(screen.getByText("tone.md"));
  await userEvent.click(await screen.findByRole("menuitem", { name: /New file here/ }));
  expect(acts.onNew).toHaveBeenCalledWith("references");
});

it("makes a new file inside a folder, which cannot be opened", async () => {
  const acts = open();
  fireEvent.contextMenu(screen.getByText("references"));
  await userEvent.click(await screen.findByRole("menuitem", { name: /New file here/ }));
  expect(acts.onNew).toHaveBeenCalledWith("references");
  fireEvent.contextMenu(screen.getByText("references"));
  await screen.findByRole("menuitem", { name: /Delete/ });
  expect(screen.queryByRole("menuitem", { name: "Open" })).toBeNull();
});

it("leaves the platform's menu where there is no file", () => {
  open();
  fireEvent.contextMenu(screen.getByText("nothing"));
  expect(screen.queryByRole("menu")).toBeNull();
});
