import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { SuiteFindings } from "./suite-findings";

it("shows two findings that say the same of one place, each as its own", () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const finding = {
    rule: "empty-query",
    severity: "error" as const,
    message: "It is empty.",
    remedy: "Write it.",
  };
  const findings = [
    { ...finding, line: 3, column: 5 },
    { ...finding, rule: "no-query", line: 3, column: 5 },
  ];
  render(<SuiteFindings findings={findings} isChanged={false} />);
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  expect(told).not.toHaveBeenCalled();
  told.mockRestore();
});
