import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { EmbeddingEndpoint } from "@/lib/embeddings/schema";
import { type EmbeddingForm, priceProblem, tokensProblem } from "./embedding-form";

type EmbeddingFieldsProps = {
  form: EmbeddingForm;
  endpoint: EmbeddingEndpoint | null;
  readOnly: boolean;
  set: (changes: Partial<EmbeddingForm>) => void;
};

/** Where, which model, with which key, and what it may take. */
export function EmbeddingFields({ form, endpoint, readOnly, set }: EmbeddingFieldsProps) {
  const input = (name: keyof EmbeddingForm) => ({
    size: "form" as const,
    readOnly,
    value: form[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  return (
    <>
      <Field
        label="Embeddings base URL"
        help="Ends with its path, such as /v1. Private addresses must be listed in GREENROOM_ALLOWED_HOSTS."
      >
        <Input mono maxLength={500} placeholder="https://models.example.com/v1" {...input("baseUrl")} />
      </Field>
      <div className="grid grid-cols-2 items-start gap-4 compact:grid-cols-1">
        <Field label="Embeddings model" help="As the endpoint calls it.">
          <Input mono maxLength={200} {...input("modelId")} />
        </Field>
        <Field label="Embeddings API key" help={keyHelp(endpoint)}>
          <Input mono type="password" maxLength={1_000} {...input("key")} />
        </Field>
        <Field
          label="Price, in US dollars per million tokens"
          help="Optional: says what it costs."
          error={priceProblem(form.price)}
        >
          <Input inputMode="decimal" {...input("price")} />
        </Field>
        <Field
          label="Limit, in tokens a month"
          help="Then searches go by words until the next month (UTC)."
          error={tokensProblem(form.monthlyTokens)}
        >
          <Input inputMode="numeric" {...input("monthlyTokens")} />
        </Field>
      </div>
    </>
  );
}

function keyHelp(endpoint: EmbeddingEndpoint | null): string {
  if (!endpoint?.hasKey) return "Stored encrypted, never shown again. Empty when the server needs none.";
  const hint = endpoint.keyHint ? ` ends in ${endpoint.keyHint}` : "";
  return `The stored key${hint}. Type another one to replace it.`;
}
