"use client";

import { useQuery } from "@tanstack/react-query";
import { redirect } from "next/navigation";
import { useState, useSyncExternalStore } from "react";
import { setupLinkQuery } from "@/components/data/link-queries";
import { CodeBlock } from "@/components/ui/code-block";
import { client } from "@/lib/api/client";
import { ClaimForm } from "./claim-form";
import { CheckingLink, UncheckedLink } from "./link-check";
import { SignedOutFrame, SignedOutTitle } from "./signed-out-frame";
import { WhatYouWillFind } from "./what-you-will-find";

const onHashChange = (listener: () => void) => {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
};

/** The token of the link. It stands in the fragment, which never reaches a server or a log; null while rendering there. */
function useLinkToken(): string | null {
  return useSyncExternalStore(
    onHashChange,
    () => window.location.hash.slice(1),
    () => null,
  );
}

export function ClaimPage({ version }: { version: string }) {
  const token = useLinkToken();
  const [name, setName] = useState("");
  return (
    <SignedOutFrame
      foot={<span>Greenroom {version}</span>}
      aside={
        <WhatYouWillFind name={name.trim() || "You"}>
          Your workspace opens with one agent, three example skills and a first message, so that you can watch
          a skill work before you write one.
        </WhatYouWillFind>
      }
    >
      {token === null ? <Checking /> : <Claim token={token} onName={setName} />}
    </SignedOutFrame>
  );
}

type ClaimProps = { token: string; onName: (name: string) => void };

function Claim({ token, onName }: ClaimProps) {
  const link = useQuery({ ...setupLinkQuery(client.workspaces, token), enabled: token !== "" });
  if (token === "")
    return <NoLink title="Open the set-up link" problem="This address lacks its one-time token." />;
  if (link.isPending) return <Checking />;
  if (link.isError)
    return <UncheckedLink title="Claim this instance" error={link.error} retry={link.refetch} />;
  const { state, expiresAt } = link.data;
  if (state === "claimed") redirect("/sign-in");
  if (state === "expired")
    return <NoLink title="This link has expired" problem="A set-up link works for 24 hours." />;
  if (state === "wrong") {
    return (
      <NoLink
        title="This link no longer works"
        problem="Each start of the server makes a new link, and only the newest works. Or a part of it was lost when it was copied."
      />
    );
  }
  return <ClaimForm token={token} expiresAt={expiresAt} onName={onName} />;
}

const Checking = () => <CheckingLink title="Claim this instance">Checking the set-up link.</CheckingLink>;

function NoLink({ title, problem }: { title: string; problem: string }) {
  return (
    <>
      <SignedOutTitle title={title}>{problem}</SignedOutTitle>
      <NewestLink />
    </>
  );
}

/** Where a person finds the link: only the terminal has it, so that nobody on the network can claim first. */
export function NewestLink() {
  return (
    <div className="grid gap-2 text-ink-2">
      <p>The newest link is printed where the server was started. Start it again to get another:</p>
      <CodeBlock text="npm start" label="the start command" />
      <p>Then open the line that begins with “Set up:”.</p>
    </div>
  );
}
