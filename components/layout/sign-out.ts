/** Ends the session on the server, then leaves for `to`: nothing of the workspace stays in memory. */
export async function signOut(to = "/sign-in"): Promise<void> {
  const response = await fetch("/api/auth/sign-out", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  if (!response.ok) throw new Error("Signing out did not work. Try again.");
  window.location.assign(to);
}
