import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { Toaster, toast } from "./toaster";

afterEach(() => cleanup());

describe("what is said before the place for news is there", () => {
  it("is shown when it comes, though the code was there before", async () => {
    await import("./toaster-view");
    toast("Said early");
    await act(async () => await new Promise((resolve) => setTimeout(resolve, 20)));
    render(<Toaster />);
    expect(await screen.findByText("Said early")).toBeVisible();
  });

  it("is shown when it is said right behind the first drawing", async () => {
    render(<Toaster />);
    toast.error("Said at once");
    expect(await screen.findByText("Said at once")).toBeVisible();
  });
});
