import type { ModelProvider } from "@/lib/models/provider-options";
import type { Connection, CreateConnection, EditConnection } from "@/lib/models/schema";

/** The form as it is typed: numbers are text until they are sent. */
export type ModelForm = {
  provider: ModelProvider;
  baseUrl: string;
  modelId: string;
  key: string;
  name: string;
  windowTokens: string;
  maxOutputTokens: string;
  timeoutSeconds: string;
  inputPrice: string;
  outputPrice: string;
  cachedInputPrice: string;
  monthlyLimit: string;
  personLimit: string;
};

const text = (value: number | null): string => (value === null ? "" : String(value));

export function formOf(model: Connection | null): ModelForm {
  return {
    provider: model?.provider ?? "anthropic",
    baseUrl: model?.baseUrl ?? "",
    modelId: model?.modelId ?? "",
    key: "",
    name: model?.name ?? "",
    windowTokens: text(model?.windowTokens ?? 128_000),
    maxOutputTokens: model ? text(model.maxOutputTokens) : "8192",
    timeoutSeconds: text(model?.timeoutSeconds ?? 120),
    inputPrice: text(model?.inputPrice ?? null),
    outputPrice: text(model?.outputPrice ?? null),
    cachedInputPrice: text(model?.cachedInputPrice ?? null),
    monthlyLimit: text(model?.monthlyLimit ?? null),
    personLimit: text(model?.personLimit ?? null),
  };
}

const filled = (typed: string): string | null => (typed.trim() === "" ? null : typed.trim());
/** What is no number is sent as it is not: the server says which field is wrong. */
const numeric = (typed: string): number | null => (filled(typed) === null ? null : Number(typed));

/** What decides whether a test still holds. A key that is not typed stays as it is. */
export function endpointOf({ provider, baseUrl, modelId, key }: ModelForm) {
  return {
    provider,
    baseUrl: filled(baseUrl),
    modelId: modelId.trim(),
    ...(filled(key) === null ? {} : { key: key.trim() }),
  };
}

function settingsOf(form: ModelForm) {
  return {
    name: filled(form.name) ?? form.modelId.trim(),
    windowTokens: Number(form.windowTokens),
    maxOutputTokens: numeric(form.maxOutputTokens),
    timeoutSeconds: Number(form.timeoutSeconds),
    inputPrice: numeric(form.inputPrice),
    outputPrice: numeric(form.outputPrice),
    cachedInputPrice: numeric(form.cachedInputPrice),
    monthlyLimit: numeric(form.monthlyLimit),
    personLimit: numeric(form.personLimit),
  };
}

export const toInput = (form: ModelForm, receipt: string | null): CreateConnection & EditConnection => ({
  ...endpointOf(form),
  ...settingsOf(form),
  ...(receipt === null ? {} : { receipt }),
});

/** Why it cannot be tested yet, in a sentence. */
export function whyNotTested({ provider, baseUrl, modelId }: ModelForm): string | undefined {
  if (provider === "compatible" && baseUrl.trim() === "") return "Enter the base URL of the model.";
  return modelId.trim() === "" ? "Say which model." : undefined;
}

/** Why it cannot be saved yet: what decides about the answer must have been tested as it stands. */
export function whyNotSaved(
  form: ModelForm,
  model: Connection | null,
  tested: ModelForm | null,
): string | undefined {
  const same = (other: ModelForm): boolean =>
    JSON.stringify(endpointOf(other)) === JSON.stringify(endpointOf(form));
  if (tested && same(tested)) return undefined;
  if (model && same(formOf(model))) return undefined;
  return whyNotTested(form) ?? "Test it first.";
}
