import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Ban } from "lucide-react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { ConfirmIconButton } from "./confirm-icon-button";

function Keys({ names }: { names: readonly string[] }) {
  const [items, setItems] = useState(names);
  return (
    <main>
      <button type="button">New key</button>
      {items.length === 0 ? <p>None</p> : null}
      <ul>
        {items.map((name) => (
          <li key={name}>
            <ConfirmIconButton
              icon={Ban}
              label={`Revoke ${name}`}
              title="Revoke it?"
              description="It opens nothing any more."
              confirmLabel="Revoke key"
              onConfirm={() => setItems(items.filter((one) => one !== name))}
            />
          </li>
        ))}
      </ul>
    </main>
  );
}

async function revoke(name: string) {
  screen.getByRole("button", { name: `Revoke ${name}` }).focus();
  await userEvent.keyboard("{Enter}");
  (await screen.findByRole("button", { name: "Revoke key" })).focus();
  await userEvent.keyboard("{Enter}");
}

it("goes to what is left of a list when the row that it came from is gone", async () => {
  render(<Keys names={["Desk", "CI"]} />);
  await revoke("Desk");
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Revoke CI" })).toHaveFocus());
});

it("goes to the first of the page when nothing is left of the list", async () => {
  render(<Keys names={["Desk"]} />);
  await revoke("Desk");
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "New key" })).toHaveFocus());
});

it("goes back to where it came from when nothing was done", async () => {
  render(<Keys names={["Desk", "CI"]} />);
  screen.getByRole("button", { name: "Revoke CI" }).focus();
  await userEvent.keyboard("{Enter}");
  await screen.findByRole("alertdialog");
  await userEvent.keyboard("{Escape}");
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Revoke CI" })).toHaveFocus());
});
