import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { setSendKey } from "@/components/layout/send-key";
import { Composer } from "./composer";

const nothing = () => {};
const composer = (text: string) => (
  <Composer
    {...{ agent: null, skills: [], text, onText: nothing, onSend: nothing, onStop: nothing }}
    {...{ running: false, sending: false }}
  />
);

it("says beside what is written why it cannot be sent, and nothing while there is nothing to send", () => {
  const { rerender } = render(composer(" "));
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  rerender(composer("a".repeat(100_001)));
  expect(screen.getByRole("status")).toHaveTextContent("at most 100,000 characters. This has 100,001.");
  rerender(composer("Hello"));
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

describe("while a run goes on", () => {
  const going = (whyNotStopped?: string) => (
    <Composer
      {...{ agent: null, skills: [], text: "", onText: nothing, onSend: nothing, onStop: nothing }}
      {...{ running: true, sending: false, whyNotStopped }}
    />
  );

  it("offers to stop it to who may", () => {
    render(going());
    expect(screen.getByRole("button", { name: /Stop/ })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /Send/ })).not.toBeInTheDocument();
    expect(screen.getByRole("status")).toBeEmptyDOMElement();
  });

  it("says to everybody else whose it is and who may stop it, in the place of a button that would fail", () => {
    render(going("A message of Ines is being answered."));
    expect(screen.queryByRole("button", { name: /Stop/ })).not.toBeInTheDocument();
    expect(screen.getByRole("status")).toHaveTextContent("A message of Ines is being answered.");
    expect(screen.getByRole("button", { name: /Send/ })).toHaveAttribute("aria-disabled", "true");
  });
});

describe("the keys of the field", () => {
  const show = (text = "Hello") => {
    const onSend = vi.fn();
    const onText = vi.fn();
    render(
      <Composer
        {...{ agent: null, skills: [], text, onText, onSend, onStop: nothing }}
        {...{ running: false, sending: false }}
      />,
    );
    const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
    field.focus();
    field.setSelectionRange(text.length, text.length);
    return { onSend, onText, field };
  };

  beforeEach(() => localStorage.clear());

  it("sends on Enter and breaks the line on Shift+Enter", async () => {
    const { onSend, onText } = show();
    await userEvent.keyboard("{Shift>}{Enter}{/Shift}");
    expect(onSend).not.toHaveBeenCalled();
    expect(onText).toHaveBeenCalledWith("Hello\n");
    await userEvent.keyboard("{Enter}");
    expect(onSend).toHaveBeenCalledOnce();
  });

  it("turns round where the setting says so, and Ctrl+Enter sends either way", async () => {
    setSendKey("mod+enter");
    const { onSend, onText } = show();
    await userEvent.keyboard("{Enter}");
    expect(onSend).not.toHaveBeenCalled();
    expect(onText).toHaveBeenCalledWith("Hello\n");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(onSend).toHaveBeenCalledOnce();
    act(() => setSendKey("enter"));
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(onSend).toHaveBeenCalledTimes(2);
  });

  it("leaves the Enter that ends a composition to the composition", () => {
    const { onSend, field } = show("こんにちは");
    fireEvent.keyDown(field, { key: "Enter", isComposing: true });
    expect(onSend).not.toHaveBeenCalled();
  });

  it("sends nothing that is empty, and leaves the field on Esc", async () => {
    const { onSend, onText, field } = show(" ");
    await userEvent.keyboard("{Enter}");
    expect(onSend).not.toHaveBeenCalled();
    expect(onText).not.toHaveBeenCalled();
    await userEvent.keyboard("{Escape}");
    expect(field).not.toHaveFocus();
  });
});
