import { render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { DialogForm } from "./dialog-form";
import { ErrorNotice } from "./error-notice";

type Sent = { pending: boolean; refusal?: string };

/** A form of a dialog, as it stands while it is sent and after it was refused. */
const asked = ({ pending, refusal }: Sent) => (
  <DialogForm verb="Add" pending={pending} onSubmit={vi.fn()} close={vi.fn()}>
    <ErrorNotice error={refusal === undefined ? null : new Error(refusal)} />
  </DialogForm>
);

/** What was scrolled to, and how, while the states followed each other. */
function scrolledIn(...[first, ...later]: [Sent, ...Sent[]]) {
  const scrolled = vi.spyOn(HTMLElement.prototype, "scrollIntoView");
  const { rerender } = render(asked(first));
  for (const state of later) rerender(asked(state));
  return scrolled.mock.instances.map((element, at) => [element, ...(scrolled.mock.calls[at] ?? [])]);
}

describe("a refusal in a dialog's form", () => {
  it("is scrolled to once it is there, each time it was sent", () => {
    const refused = { pending: false, refusal: "The address answers nothing." };
    const found = scrolledIn({ pending: false }, { pending: true }, refused, { pending: true }, refused);
    const alert = screen.getByRole("alert");
    expect(alert).toHaveTextContent("The address answers nothing.");
    expect(found.map(([, how]) => how)).toEqual([{ block: "center" }, { block: "center" }]);
    expect(found.at(-1)?.[0]).toBe(alert);
  });

  it("is left where it is while fields are changed: what could not be read moves nothing", () => {
    expect(scrolledIn({ pending: false }, { pending: false, refusal: "No estimate." })).toEqual([]);
  });

  it("is not looked for when what was sent was taken", () => {
    expect(scrolledIn({ pending: false }, { pending: true }, { pending: false })).toEqual([]);
  });
});
