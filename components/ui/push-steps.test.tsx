import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { PushSteps } from "./push-steps";

const idle = { isFetching: false, isPending: false, error: null };
const acts = () => ({ onPush: vi.fn(), close: vi.fn() });

describe("PushSteps", () => {
  it("says that the remote is asked, and pushes nothing before it has answered", async () => {
    const { onPush, close } = acts();
    const asking = { ...idle, isFetching: true };
    render(
      <PushSteps plan={asking} push={idle} verb="Push now" blockedReason={undefined} {...{ onPush, close }}>
        {null}
      </PushSteps>,
    );
    expect(screen.getByText("Asking the repository what it has…")).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: /Push now/ }));
    expect(onPush).not.toHaveBeenCalled();
  });

  it("shows what would be pushed, pushes it, and lets go", async () => {
    const { onPush, close } = acts();
    render(
      <PushSteps plan={idle} push={idle} verb="Push now" blockedReason={undefined} {...{ onPush, close }}>
        <p>Two files</p>
      </PushSteps>,
    );
    expect(screen.getByText("Two files")).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Push now" }));
    expect(onPush).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(close).toHaveBeenCalledOnce();
  });

  it("says what went wrong, and once it is done leaves nothing but to close", () => {
    const failed = { ...idle, error: new Error("It is busy.") };
    render(
      <PushSteps plan={idle} push={failed} verb="Push now" isDone blockedReason={undefined} {...acts()}>
        {null}
      </PushSteps>,
    );
    expect(screen.getByText("Nothing was pushed")).toBeDefined();
    expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Close"]);
  });
});
