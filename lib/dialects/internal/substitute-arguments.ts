const placeholder = "$ARGUMENTS";

/**
 * Every `$ARGUMENTS`, in exactly this case, becomes what was given, nothing when nothing was. A body without it
 * gets the arguments at its end. No other placeholder exists, so `awk '{print $1}'` stays as it is.
 */
export function substituteArguments(body: string, given: string): string {
  if (body.includes(placeholder)) return body.split(placeholder).join(given);
  return given.trim() === "" ? body : `${body}\n\nARGUMENTS: ${given}`;
}
