import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Field } from "./field";
import { Input } from "./input";
import { Select } from "./select";

describe("Field", () => {
  it("ties label, error and help to its control", () => {
    render(
      <Field label="Name" help="Lower-case letters." error="The name is taken.">
        <Input />
      </Field>,
    );
    const input = screen.getByRole("textbox", { name: "Name" });
    expect(input).toHaveAccessibleDescription("The name is taken. Lower-case letters.");
    expect(input).toBeInvalid();
  });

  it("leaves a right value valid", () => {
    render(
      <Field label="Mode">
        <Select defaultValue="inline">
          <option>inline</option>
        </Select>
      </Field>,
    );
    expect(screen.getByRole("combobox", { name: "Mode" })).toBeValid();
  });
});
