import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { DialogForm } from "./dialog-form";
import { Field } from "./field";
import { Input, Textarea } from "./input";

function open(state: { pending?: boolean; blockedReason?: string }) {
  const onSubmit = vi.fn();
  const close = vi.fn();
  render(
    <DialogForm verb="Keep" onSubmit={onSubmit} close={close} {...state}>
      <Field label="Title">
        <Input />
      </Field>
      <Field label="Why">
        <Textarea />
      </Field>
    </DialogForm>,
  );
  return { onSubmit, close, user: userEvent.setup() };
}

describe("DialogForm", () => {
  it("is sent by its verb, by Enter in a line, and by Ctrl with Enter in a text", async () => {
    const { onSubmit, user } = open({});
    await user.click(screen.getByRole("button", { name: "Keep" }));
    await user.type(screen.getByLabelText("Title"), "{Enter}");
    await user.type(screen.getByLabelText("Why"), "{Control>}{Enter}{/Control}");
    expect(onSubmit).toHaveBeenCalledTimes(3);
  });

  it.each([{ blockedReason: "Say why first." }, { pending: true }])("is not sent with %o", async (state) => {
    const { onSubmit, user } = open(state);
    await user.click(screen.getByRole("button", { name: "Keep" }));
    await user.type(screen.getByLabelText("Title"), "{Enter}");
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("says beside its verb why that cannot be pressed yet", () => {
    open({ blockedReason: "Say why first." });
    expect(screen.getByRole("button", { name: "Keep" })).toHaveAccessibleDescription("Say why first.");
    expect(screen.getAllByText("Say why first.").some((shown) => !shown.hidden)).toBe(true);
  });

  it("closes without being sent", async () => {
    const { onSubmit, close, user } = open({});
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(close).toHaveBeenCalledOnce();
    expect(onSubmit).not.toHaveBeenCalled();
  });
});
