import { describe, expect, it } from "vitest";
import type { Connection } from "@/lib/models/schema";
import { formOf, type ModelForm, toInput, whyNotSaved, whyNotTested } from "./model-form";

const stored: Connection = {
  id: "0192e9c0-0000-7000-8000-000000000001",
  name: "Large",
  provider: "compatible",
  baseUrl: "https://models.example.com/v1",
  modelId: "large",
  keyHint: "cdef",
  hasKey: true,
  windowTokens: 200_000,
  maxOutputTokens: null,
  timeoutSeconds: 60,
  inputPrice: 3,
  outputPrice: 15,
  cachedInputPrice: null,
  monthlyLimit: 50,
  personLimit: null,
  spent: { everybody: 1, mine: 0.5 },
  testedAt: null,
  testLacks: [],
  archivedAt: null,
  createdAt: "2026-11-21T12:00:00.000Z",
};
const typed = (changes: Partial<ModelForm>): ModelForm => ({ ...formOf(stored), ...changes });

describe("the form of a model", () => {
  it("sends numbers as numbers, what is empty as unknown, and no key that was not typed", () => {
    const input = toInput(typed({ personLimit: " 2.5 ", inputPrice: "" }), null);
    expect(input).toMatchObject({
      name: "Large",
      windowTokens: 200_000,
      maxOutputTokens: null,
      inputPrice: null,
      outputPrice: 15,
      personLimit: 2.5,
    });
    expect(input).not.toHaveProperty("key");
    expect(input).not.toHaveProperty("receipt");
  });

  it("takes the model's own name when none is typed, and the provider's address when none is", () => {
    expect(toInput(typed({ name: " ", baseUrl: " " }), "receipt")).toMatchObject({
      name: "large",
      baseUrl: null,
      receipt: "receipt",
    });
  });
});

describe("testing", () => {
  it("needs a model, and an address where no provider has one of its own", () => {
    expect(whyNotTested(typed({ modelId: "" }))).toBe("Say which model.");
    expect(whyNotTested(typed({ baseUrl: "" }))).toBe("Enter the base URL of the model.");
    expect(whyNotTested(typed({ provider: "anthropic", baseUrl: "" }))).toBeUndefined();
  });
});

describe("saving", () => {
  it("of a new model waits for a test of the very same endpoint", () => {
    const form = typed({ key: "k" });
    expect(whyNotSaved(form, null, null)).toBe("Test it first.");
    expect(whyNotSaved(form, null, form)).toBeUndefined();
    expect(whyNotSaved({ ...form, key: "another" }, null, form)).toBe("Test it first.");
  });

  it("of a stored model waits only when its endpoint changed", () => {
    expect(whyNotSaved(typed({ name: "Other", monthlyLimit: "9" }), stored, null)).toBeUndefined();
    expect(whyNotSaved(typed({ modelId: "small" }), stored, null)).toBe("Test it first.");
    expect(whyNotSaved(typed({ key: "new" }), stored, null)).toBe("Test it first.");
  });
});
