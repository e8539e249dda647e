/** The sign-in routes are not part of the REST API; they answer with `{message, code}`. */
async function post(path: string, body: object): Promise<void> {
  const response = await fetch(`/api/auth/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!response) throw new Error("The server does not answer. Check the connection and try again.");
  if (response.ok) return;
  const { refusalSchema } = await import("@/lib/auth/refusal-schema");
  const refusal = refusalSchema.safeParse(await response.json().catch(() => null));
  if (!refusal.success) throw new Error(`The server answered ${response.status}.`);
  if (refusal.data.code === "INVALID_PASSWORD") throw new Error("The current password is not right.");
  throw new Error(refusal.data.message);
}

export const updateName = (name: string) => post("update-user", { name });

export const changePassword = (passwords: { currentPassword: string; newPassword: string }) =>
  post("change-password", { ...passwords, revokeOtherSessions: true });
