import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { X } from "lucide-react";
import { describe, expect, it, vi } from "vitest";
import { Button, IconButton } from "./button";
import { Icon } from "./icon";

describe("Button", () => {
  it("calls its action", async () => {
    const act = vi.fn();
    render(<Button onClick={act}>Publish</Button>);
    await userEvent.click(screen.getByRole("button", { name: "Publish" }));
    expect(act).toHaveBeenCalledOnce();
  });

  it("stays focusable when blocked, says why and does nothing", async () => {
    const act = vi.fn();
    render(
      <Button onClick={act} blockedReason="2 errors block it.">
        Publish
      </Button>,
    );
    const button = screen.getByRole("button", { name: "Publish" });
    await userEvent.tab();
    expect(button).toHaveFocus();
    expect(await screen.findByRole("tooltip")).toHaveTextContent("2 errors block it.");
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect(button).toHaveAccessibleDescription("2 errors block it.");
    await userEvent.keyboard("{Enter}");
    await userEvent.click(button);
    expect(act).not.toHaveBeenCalled();
  });

  it("wears a padlock where a right is missing, and nowhere else", () => {
    render(
      <>
        <Button missingRight="Your role is reader; this needs author.">New skill</Button>
        <Button blockedReason="Everything is saved.">Save</Button>
      </>,
    );
    const [lacking, waiting] = screen.getAllByRole("button");
    expect(lacking?.querySelector(".lucide-lock")).not.toBeNull();
    expect(lacking).toHaveAccessibleDescription("Your role is reader; this needs author.");
    expect(lacking).toHaveAttribute("aria-disabled", "true");
    expect(waiting?.querySelector(".lucide-lock")).toBeNull();
    expect(waiting).toHaveAccessibleDescription("Everything is saved.");
  });

  it("does not submit a form while blocked or pending", async () => {
    const submit = vi.fn((event: React.FormEvent) => event.preventDefault());
    const { rerender } = render(
      <form onSubmit={submit}>
        <Button type="submit" blockedReason="Nothing to save.">
          Save
        </Button>
      </form>,
    );
    await userEvent.click(screen.getByRole("button"));
    rerender(
      <form onSubmit={submit}>
        <Button type="submit" pending>
          Save
        </Button>
      </form>,
    );
    await userEvent.click(screen.getByRole("button"));
    expect(submit).not.toHaveBeenCalled();
    expect(screen.getByRole("button")).toHaveAttribute("aria-busy", "true");
  });

  it("keeps the shortcut out of its name", () => {
    render(<Button shortcut="C">New skill</Button>);
    expect(screen.getByRole("button", { name: "New skill" })).toBeVisible();
  });
});

describe("IconButton", () => {
  it("is named by its label", () => {
    render(<IconButton icon={X} label="Close" />);
    expect(screen.getByRole("button", { name: "Close" })).toBeVisible();
  });
});

describe("Icon", () => {
  it("is hidden from readers", () => {
    const { container } = render(<Icon of={X} />);
    expect(container.querySelector("svg")).toHaveAttribute("aria-hidden", "true");
  });
});
