import { afterEach, beforeEach, vi } from "vitest";

/** jsdom measures nothing, and a virtual list draws only what has room: here is some, in pixels, for each test. */
export function roomToDraw({ width = 1200, height = 720, row = 36 } = {}): void {
  beforeEach(() => {
    vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(height);
    vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(width);
    vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(row);
    vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(width);
  });
  afterEach(() => void vi.restoreAllMocks());
}
