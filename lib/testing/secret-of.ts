/** An app's secret is in the address that its picture holds, in base 32. */
export function secretOf(totpURI: string): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const text = new URL(totpURI).searchParams.get("secret") ?? "";
  const bits = [...text.replaceAll("=", "")].map((letter) =>
    letters.indexOf(letter).toString(2).padStart(5, "0"),
  );
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))).toString("utf8");
}
