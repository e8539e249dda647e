"use client";

import { ShownText } from "@/components/ui/shown-text";
import type { CreatedKey } from "@/lib/auth/key-schema";
import { SecretShownOnce } from "../secret-shown-once";

type MadeKeyProps = { made: CreatedKey; isWarned: boolean; close: () => void };

/** Shows the key itself, once. */
export function MadeKey({ made, isWarned, close }: MadeKeyProps) {
  return (
    <SecretShownOnce
      title="This is the only time that the key is shown"
      text={made.key}
      label="the key"
      copy="Copy the key"
      done="I have stored it"
      warning={isWarned ? "Is it stored? Close once more, and nobody can see it again." : null}
      close={close}
    >
      Store it as a secret of the program now. Whoever has it acts as{" "}
      {made.isMachine ? <ShownText text={made.person.name} /> : "you"}.
    </SecretShownOnce>
  );
}
