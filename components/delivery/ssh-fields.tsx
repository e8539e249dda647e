import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { SshShown } from "@/lib/git/remote-schema";

/** What is kept by now; `hostKeyDeclared` where a file names the key of the host. */
type Stored = (SshShown & { hostKeyDeclared?: boolean }) | null;

/** `kept`: what is stored, or made where nothing is. */
const keyChoices = ["kept", "new", "given"] as const;
export type SshForm = {
  keyChoice: (typeof keyChoices)[number];
  key: string;
  hostKey: string;
  /** What was kept when the form was opened; a sync may keep another one meanwhile. */
  shownHostKey: string;
};

export const sshFormOf = (stored: Stored): SshForm => {
  const shownHostKey = stored?.hostKey ?? "";
  return { keyChoice: "kept", key: "", hostKey: shownHostKey, shownHostKey };
};

type SshFieldsProps = {
  /** Null for a new one. */
  stored: Stored;
  /** What becomes of a host whose key is not named. */
  unnamed: string;
  /** Where the public line of the key is shown. */
  place: string;
  form: SshForm;
  set: (part: Partial<SshForm>) => void;
};

/** By what a repository over ssh lets Greenroom in, and by what its host is known. */
export function SshFields(props: SshFieldsProps) {
  const { stored, form, set, place } = props;
  return (
    <>
      <Field label="Key" help={`Stored encrypted, never shown. Its public line is shown with the ${place}.`}>
        <Select
          size="form"
          value={form.keyChoice}
          onChange={({ target }) =>
            set({ keyChoice: keyChoices.find((one) => one === target.value) ?? "kept", key: "" })
          }
        >
          {stored ? <option value="kept">Keep the stored one; another host gets a new one</option> : null}
          <option value={stored ? "new" : "kept"}>Greenroom makes one</option>
          <option value="given">Paste a private key</option>
        </Select>
      </Field>
      {form.keyChoice === "given" ? (
        <Field label="Private key" help="OpenSSH or PEM, of ed25519, ECDSA or RSA, without a passphrase.">
          <Textarea
            mono
            rows={4}
            maxLength={16_000}
            autoComplete="off"
            spellCheck={false}
            placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
            value={form.key}
            onChange={({ target }) => set({ key: target.value })}
          />
        </Field>
      ) : null}
      {stored?.hostKeyDeclared ? null : <HostKeyField {...props} />}
    </>
  );
}

function HostKeyField({ stored, form, set, unnamed }: SshFieldsProps) {
  return (
    <>
      <Field label="Key of the host" help={helpOf(stored, unnamed)}>
        <Input
          size="form"
          mono
          maxLength={100}
          autoComplete="off"
          placeholder="SHA256:…"
          value={form.hostKey}
          onChange={({ target }) => set({ hostKey: target.value })}
        />
      </Field>
      <OfferedHostKey stored={stored} form={form} set={set} />
    </>
  );
}

/** The key that the host has by now, ready to be taken: it is too long to be typed. */
function OfferedHostKey({ stored, form, set }: Pick<SshFieldsProps, "stored" | "form" | "set">) {
  const offered = stored?.offeredHostKey;
  if (!offered) return null;
  return (
    <Checkbox
      label="Accept the key that the host has now"
      checked={form.hostKey.trim() === offered}
      onChange={({ target }) => set({ hostKey: target.checked ? offered : form.shownHostKey })}
    />
  );
}

const helpOf = (stored: Stored, unnamed: string): string =>
  stored?.offeredHostKey
    ? `The host has another one by now: ${stored.offeredHostKey}. Accept it once whoever runs the host says that it is right.`
    : `Its fingerprint, as the host publishes it, of its ed25519 key where it has one. Empty: ${unnamed}`;

/** What is sent of them: nothing of what stays. */
export function sshChanges({ keyChoice, key, hostKey, shownHostKey }: SshForm) {
  const typed = hostKey.trim();
  return {
    ...(keyChoice === "new" && { key: "new" }),
    ...(keyChoice === "given" && { key }),
    ...(typed !== shownHostKey && { hostKey: typed === "" ? null : typed }),
  };
}
