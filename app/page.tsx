import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { skillsPath } from "@/components/data/skill-paths";
import { NewestLink } from "@/components/onboarding/claim-page";
import { SignedOutFrame, SignedOutTitle } from "@/components/onboarding/signed-out-frame";
import { WithoutWorkspace } from "@/components/onboarding/without-workspace";
import { unwrap } from "@/lib/api/client";
import { findCurrentSession } from "@/lib/api/current-session";
import { serverClient } from "@/lib/api/server-client";

/** The way in: set-up, sign-in, or the workspace that was open last. */
export default async function HomePage() {
  const { claimed } = await unwrap(serverClient.workspaces.setup.$get());
  if (!claimed) {
    return (
      <SignedOutFrame>
        <SignedOutTitle title="Nobody has claimed this instance yet">
          Whoever opens the one-time set-up link becomes its operator.
        </SignedOutTitle>
        <NewestLink />
      </SignedOutFrame>
    );
  }
  const session = await findCurrentSession();
  if (!session) redirect("/sign-in");
  const { workspaces, user } = session;
  const last = (await cookies()).get("greenroom.workspace")?.value;
  const workspace = workspaces.find(({ slug }) => slug === last) ?? workspaces[0];
  if (workspace) redirect(skillsPath(workspace.slug));
  return (
    <SignedOutFrame>
      <WithoutWorkspace isOperator={user.isOperator} />
    </SignedOutFrame>
  );
}
