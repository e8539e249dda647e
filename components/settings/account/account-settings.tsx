"use client";

import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { signInMethodsQuery } from "@/components/data/settings-queries";
import { useSession } from "@/components/layout/current-workspace";
import { setSingleKeys, useSingleKeysOn } from "@/components/layout/keyboard";
import { type SendKey, setSendKey, useSendKey } from "@/components/layout/send-key";
import { themes, useThemeChoice } from "@/components/layout/theme-choice";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toaster";
import { useProblem } from "@/components/ui/use-loaded";
import { client } from "@/lib/api/client";
import { SettingsGroup } from "../settings-group";
import { updateName } from "./account-requests";
import { PasswordForm } from "./password-form";
import { ProviderSettings } from "./provider-settings";
import { SignedInSettings } from "./signed-in-settings";
import { TwoFactorSettings } from "./two-factor-settings";

export function AccountSettings() {
  const { user } = useSession();
  const { data: methods } = useSuspenseQuery(signInMethodsQuery(client.person));
  const { oidc } = methods;
  return (
    <>
      <SettingsGroup title="You" help={user.email}>
        <NameForm name={user.name} />
      </SettingsGroup>
      {methods.hasPassword ? (
        <SettingsGroup title="Password" help="Changing it signs you out everywhere else.">
          <PasswordForm />
        </SettingsGroup>
      ) : null}
      {oidc ? (
        <SettingsGroup title={oidc.name} help={`Signing in with your account at ${oidc.name}.`}>
          <ProviderSettings provider={oidc} />
        </SettingsGroup>
      ) : null}
      <SettingsGroup
        title="Two-factor"
        help="A second step when you sign in, by password or provider: a code of an app that you carry."
      >
        <TwoFactorSettings methods={methods} />
      </SettingsGroup>
      <SettingsGroup title="Signed in" help="Browsers and programs. End what you do not know.">
        <SignedInSettings />
      </SettingsGroup>
      <SettingsGroup title="Theme" help="Kept in this browser.">
        <ThemeForm />
      </SettingsGroup>
      <SettingsGroup title="Keyboard" help="Kept in this browser. Press ? on any page for its keys.">
        <KeyboardForm />
      </SettingsGroup>
    </>
  );
}

const loadNameSchema = () => import("@/lib/auth/schema").then((schemas) => schemas.personNameSchema);

function NameForm({ name: current }: { name: string }) {
  const router = useRouter();
  const [name, setName] = useState(current);
  const problem = useProblem(loadNameSchema, name);
  const rename = useMutation({
    mutationFn: updateName,
    onSuccess: () => {
      toast.success("Name changed");
      router.refresh();
    },
  });
  const blockedReason = name === current ? "The name is unchanged." : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem === undefined && name !== current) rename.mutate(name.trim());
  };
  return (
    <form onSubmit={submit} className="grid justify-items-start gap-2">
      <Field label="Name" error={problem} className="w-full">
        <Input
          size="form"
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" pending={rename.isPending} blockedReason={blockedReason}>
          Save name
        </Button>
        {blockedReason ? <span className="text-12 text-ink-3">{blockedReason}</span> : null}
      </div>
    </form>
  );
}

function ThemeForm() {
  const { theme, setTheme } = useThemeChoice();
  return (
    <RadioGroup
      legend="Theme"
      hideLegend
      orientation="horizontal"
      options={themes}
      value={theme}
      onValueChange={setTheme}
    />
  );
}

const sendKeyOptions = [
  { value: "enter", label: "Enter sends, Shift+Enter breaks the line" },
  { value: "mod+enter", label: "Enter breaks the line, Cmd or Ctrl+Enter sends" },
] as const satisfies readonly { value: SendKey; label: string }[];

function KeyboardForm() {
  const singleKeysOn = useSingleKeysOn();
  const sendKey = useSendKey();
  return (
    <>
      <Checkbox
        label="Single-key shortcuts"
        help="Such as C for new and J, K to move. Off, they never fire by accident: for speech input and switches."
        checked={singleKeysOn}
        onChange={(event) => setSingleKeys(event.target.checked)}
      />
      <RadioGroup
        legend="In the playground"
        options={sendKeyOptions}
        value={sendKey}
        onValueChange={setSendKey}
      />
    </>
  );
}
