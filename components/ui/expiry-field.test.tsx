import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { daysUntilExpiry, ExpiryField } from "./expiry-field";

const choices = [
  { value: "30", label: "In 30 days" },
  { value: "", label: "Never" },
];

function Asked() {
  const [value, setValue] = useState("30");
  return (
    <>
      <ExpiryField value={value} onValueChange={setValue} choices={choices} help="The shorter, the safer." />
      <output>{String(daysUntilExpiry(value))}</output>
    </>
  );
}

describe("ExpiryField", () => {
  it("offers the choices under its label, with its help", () => {
    render(<Asked />);
    const field = screen.getByRole("combobox", { name: "Expires" });
    expect(field).toHaveValue("30");
    expect(field).toHaveAccessibleDescription("The shorter, the safer.");
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
      "In 30 days",
      "Never",
    ]);
  });

  it("answers with days, and with null for what never expires", async () => {
    render(<Asked />);
    expect(screen.getByRole("status")).toHaveTextContent("30");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Expires" }), "Never");
    expect(screen.getByRole("status")).toHaveTextContent("null");
  });
});
