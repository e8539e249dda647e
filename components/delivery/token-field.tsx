import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type TokenFieldProps = {
  /** One is kept already: nothing typed keeps it. */
  isStored: boolean;
  /** What it is for, where none is kept. */
  help: string;
  value: string;
  onValueChange: (value: string) => void;
};

/** The token of a remote: typed, never shown. */
export function TokenField({ isStored, help, value, onValueChange }: TokenFieldProps) {
  return (
    <Field
      label="Token"
      help={
        isStored
          ? "One is stored. Type another one to replace it; another host needs one of its own."
          : `${help} Stored encrypted, never shown again.`
      }
    >
      <Input
        size="form"
        mono
        type="password"
        maxLength={4_000}
        autoComplete="new-password"
        value={value}
        onChange={({ target }) => onValueChange(target.value)}
      />
    </Field>
  );
}
