import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { FormEvent } from "react";
import { describe, expect, it, vi } from "vitest";
import { Button } from "./button";
import { Textarea } from "./input";

const typeAndSend = () =>
  userEvent.type(screen.getByRole("textbox"), "one{Enter}two{Control>}{Enter}{/Control}");

describe("Textarea", () => {
  it("sends its form with Cmd or Ctrl and Enter, once, and breaks the line with Enter alone", async () => {
    const send = vi.fn((event: FormEvent) => event.preventDefault());
    render(
      <form onSubmit={send}>
        <Textarea aria-label="Text" />
        <Button>Cancel</Button>
        <Button type="submit">Send</Button>
      </form>,
    );
    await typeAndSend();
    expect(send).toHaveBeenCalledOnce();
    expect(screen.getByRole("textbox")).toHaveValue("one\ntwo");
  });

  it("does not send what the form's button refuses", async () => {
    const send = vi.fn();
    render(
      <form onSubmit={send}>
        <Textarea aria-label="Text" />
        <Button type="submit" blockedReason="Not yet.">
          Send
        </Button>
      </form>,
    );
    await typeAndSend();
    expect(send).not.toHaveBeenCalled();
  });
});
