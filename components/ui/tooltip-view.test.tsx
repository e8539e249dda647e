import { render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipView } from "./tooltip-view";

const rect = (x: number, y: number, width: number, height: number) => new DOMRect(x, y, width, height);

afterEach(() => vi.restoreAllMocks());

it("stands in its control's landmark, beside the control once it is measured", async () => {
  const main = document.createElement("main");
  const anchor = document.createElement("button");
  main.append(anchor);
  document.body.append(main);
  // jsdom has no layout: a window without a size would have room for nothing.
  vi.spyOn(document.documentElement, "clientWidth", "get").mockReturnValue(1_024);
  vi.spyOn(document.documentElement, "clientHeight", "get").mockReturnValue(768);
  anchor.getBoundingClientRect = () => rect(100, 40, 28, 28);
  const nothing = () => {};
  render(
    <TooltipView
      {...{ id: "tip", anchor: { current: anchor }, side: "bottom", className: "max-w-40", passive: true }}
      onPointerEnter={nothing}
      onPointerLeave={nothing}
    >
      Columns
    </TooltipView>,
  );
  const tip = await screen.findByRole("tooltip");
  expect(main).toContainElement(tip);
  expect(tip).toHaveAttribute("id", "tip");
  expect(tip).toHaveStyle({ position: "fixed" });
  expect(tip).toHaveClass("pointer-events-none", "max-w-40");
  await expect.poll(() => tip.style.transform).toBe("translate(114px, 74px)");
  main.remove();
});
