import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { CommentComposer } from "./comment-composer";

const aiko = { id: "0190a000-0000-7000-8000-000000000001", name: "Aiko Mori", role: "reviewer" };
const tomas = { id: "0190a000-0000-7000-8000-000000000002", name: "Tomás Rey", role: "author" };

function open(options: Partial<Parameters<typeof CommentComposer>[0]> = {}) {
  const onSend = vi.fn();
  const onCancel = vi.fn();
  render(
    <CommentComposer
      label="Comment on line 25"
      people={[aiko, tomas]}
      onSend={onSend}
      onCancel={onCancel}
      {...options}
    />,
  );
  const field = screen.getByRole("textbox", { name: "Comment on line 25" });
  return { onSend, onCancel, field, user: userEvent.setup() };
}

describe("writing a comment", () => {
  it("mentions the person chosen with the keyboard, and sends with Cmd or Ctrl and Enter", async () => {
    const { onSend, field, user } = open();
    await user.type(field, "Ask @to");
    expect(screen.getByRole("option", { name: /Tomás Rey/ })).toHaveAttribute("aria-selected", "true");
    await user.keyboard("{Enter}first{Control>}{Enter}{/Control}");
    expect(onSend).toHaveBeenCalledWith({ body: `Ask @[Tomás Rey](${tomas.id}) first` });
  });

  it("closes the list of people with Esc first, and itself with the next", async () => {
    const { onCancel, field, user } = open();
    await user.type(field, "@ai");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(onCancel).not.toHaveBeenCalled();
    await user.keyboard("{Escape}");
    expect(onCancel).toHaveBeenCalledOnce();
  });

  it("suggests other text for the lines, beginning with the lines themselves", async () => {
    const { onSend, field, user } = open({ lines: "Never lower a severity." });
    await user.type(field, "Really?");
    await user.click(screen.getByRole("button", { name: "Suggest a change" }));
    const suggested = screen.getByRole("textbox", { name: "Suggested text" });
    expect(suggested).toHaveValue("Never lower a severity.");
    const send = screen.getByRole("button", { name: "Comment" });
    expect(send).toHaveAttribute("aria-disabled", "true");
    expect(send).toHaveAccessibleDescription("The suggested text is the text that stands there.");
    await user.clear(suggested);
    await user.type(suggested, "Ask first.");
    await user.click(screen.getByRole("button", { name: "Comment" }));
    expect(onSend).toHaveBeenCalledWith({ body: "Really?", suggestion: "Ask first." });
  });

  it("sends nothing empty", async () => {
    const { onSend, field, user } = open();
    await user.type(field, "  ");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(onSend).not.toHaveBeenCalled();
  });

  it("begins with what could not be sent, mentions as names", () => {
    const { field } = open({ initial: { body: `Hello @[Aiko M.](${aiko.id})` } });
    expect(field).toHaveValue("Hello @Aiko Mori");
  });
});
