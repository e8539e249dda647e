import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { ErrorNotice } from "./error-notice";
import { Input, Textarea } from "./input";
import { NameField } from "./name-field";
import { isReason, ReasonField } from "./reason-field";
import { ScrollingRegion } from "./scrolling-region";

function Both() {
  const [name, setName] = useState("");
  const [reason, setReason] = useState("");
  return (
    <>
      <NameField
        value={name}
        onValueChange={setName}
        help="Where it is used."
        error={name ? "Taken." : undefined}
      />
      <ReasonField value={reason} onValueChange={setReason} help="The audit trail keeps it." />
      <p>{isReason(reason) ? "enough" : "too short"}</p>
    </>
  );
}

describe("fields that dialogs share", () => {
  it("ask for a name first, with what is wrong with it", async () => {
    render(<Both />);
    const name = screen.getByRole("textbox", { name: "Name" });
    expect(name).toHaveFocus();
    expect(name).toHaveAttribute("maxlength", "60");
    expect(name).toHaveAccessibleDescription("Where it is used.");
    await userEvent.keyboard("CI");
    expect(name).toHaveValue("CI");
    expect(name).toHaveAccessibleDescription(/Taken\./);
  });

  it("take a reason of three letters or more, blanks aside", async () => {
    render(<Both />);
    const reason = screen.getByRole("textbox", { name: "Reason" });
    await userEvent.type(reason, "  ok ");
    expect(screen.getByText("too short")).toBeVisible();
    await userEvent.type(reason, "ay");
    expect(screen.getByText("enough")).toBeVisible();
  });

  it("leave code alone, unless a field says otherwise", () => {
    render(
      <>
        <Input aria-label="Address" mono />
        <Input aria-label="Code" mono autoComplete="one-time-code" />
        <Textarea aria-label="Result" mono />
        <Textarea aria-label="Note" />
      </>,
    );
    expect(screen.getByLabelText("Address")).toHaveAttribute("autocomplete", "off");
    expect(screen.getByLabelText("Address")).toHaveAttribute("spellcheck", "false");
    expect(screen.getByLabelText("Code")).toHaveAttribute("autocomplete", "one-time-code");
    expect(screen.getByLabelText("Result")).toHaveAttribute("spellcheck", "false");
    expect(screen.getByLabelText("Note")).not.toHaveAttribute("spellcheck");
  });
});

describe("a refusal", () => {
  it("is announced in the server's words, and is nothing without an error", () => {
    const { rerender } = render(<ErrorNotice error={null} />);
    expect(screen.queryByRole("alert")).toBeNull();
    rerender(<ErrorNotice error={new Error("It has ended.")} title="Nobody was invited" />);
    expect(screen.getByRole("alert")).toHaveTextContent("Nobody was invited");
    expect(screen.getByRole("alert")).toHaveTextContent("It has ended.");
  });
});

describe("a region that scrolls", () => {
  it("has a name and is a stop of the Tab key", async () => {
    render(<ScrollingRegion label="People">rows</ScrollingRegion>);
    await userEvent.tab();
    expect(screen.getByRole("region", { name: "People" })).toHaveFocus();
  });
});
