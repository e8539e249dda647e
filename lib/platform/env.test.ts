import { describe, expect, it } from "vitest";
import { readEnv } from "./env";

const enough = { DATABASE_URL: "postgresql://x@127.0.0.1/x", GREENROOM_SECRET: "s".repeat(32) };

describe("readEnv", () => {
  it("has a default for everything but the database and the secret", () => {
    expect(readEnv(enough)).toMatchObject({
      publicUrl: "http://127.0.0.1:3000",
      databaseSingleRole: false,
      allowedHosts: [],
      configFile: null,
      skillsPaths: null,
      logLevel: "info",
    });
  });

  it("names every variable that is wrong, at once", () => {
    expect(() => readEnv({ GREENROOM_SECRET: "short" })).toThrow(/DATABASE_URL.*\n.*GREENROOM_SECRET/s);
  });

  it("does everything until it is told its role, and knows no other", () => {
    expect(readEnv(enough).role).toBe("all");
    expect(readEnv({ ...enough, GREENROOM_ROLE: "worker" }).role).toBe("worker");
    expect(() => readEnv({ ...enough, GREENROOM_ROLE: "runner" })).toThrow(/GREENROOM_ROLE/);
  });

  it("reads allowed hosts as a list", () => {
    const { allowedHosts } = readEnv({ ...enough, GREENROOM_ALLOWED_HOSTS: "LocalHost:11434, 10.0.0.5 ,," });
    expect(allowedHosts).toEqual(["localhost:11434", "10.0.0.5"]);
  });

  it("reads the folders of skills as a list, and takes an empty value for none", () => {
    const read = (GREENROOM_SKILLS_PATHS: string) =>
      readEnv({ ...enough, GREENROOM_SKILLS_PATHS }).skillsPaths;
    expect(read("/srv/Skills, ./more")).toEqual(["/srv/Skills", "./more"]);
    expect(read("")).toBeNull();
  });

  it("sends e-mail only with a server and a sender, and names the half that is missing", () => {
    expect(readEnv(enough).smtp).toBeNull();
    const read = (GREENROOM_SMTP_URL: string, GREENROOM_SMTP_FROM: string) =>
      readEnv({ ...enough, GREENROOM_SMTP_URL, GREENROOM_SMTP_FROM }).smtp;
    for (const from of ["greenroom@example.test", "Greenroom <greenroom@example.test>"])
      expect(read("smtps://user:secret@mail.example.test", from)).toEqual({
        url: "smtps://user:secret@mail.example.test",
        from,
      });
    for (const from of ["", "Greenroom", "a@b\r\nBcc: c@d", "A <a@b>, B <c@d>"])
      expect(() => read("smtp://mail.example.test:587", from)).toThrow(/GREENROOM_SMTP_FROM/);
    expect(() => read("", "greenroom@example.test")).toThrow(/GREENROOM_SMTP_URL: is missing/);
    expect(() => read("https://mail.example.test", "a@b")).toThrow(/GREENROOM_SMTP_URL: must be smtp/);
  });

  it("has no provider to sign in with until one is named, and calls it by its host", () => {
    expect(readEnv(enough)).toMatchObject({ oidc: null, passwordSignIn: true });
    const provider = {
      GREENROOM_OIDC_ISSUER: "https://login.example.test/realms/a",
      GREENROOM_OIDC_CLIENT_ID: "greenroom",
    };
    expect(readEnv({ ...enough, ...provider }).oidc).toEqual({
      issuer: "https://login.example.test/realms/a",
      clientId: "greenroom",
      clientSecret: null,
      name: "login.example.test",
      linkByEmail: false,
    });
  });

  it("refuses half a provider, and an installation that nobody could sign in to", () => {
    const read = (more: Record<string, string>) => () => readEnv({ ...enough, ...more });
    expect(read({ GREENROOM_OIDC_ISSUER: "https://a.test" })).toThrow(/GREENROOM_OIDC_CLIENT_ID: is missing/);
    expect(read({ GREENROOM_OIDC_CLIENT_ID: "a" })).toThrow(/GREENROOM_OIDC_ISSUER: is missing/);
    expect(read({ GREENROOM_PASSWORD_SIGN_IN: "off" })).toThrow(/nobody could sign in/);
    expect(read({ GREENROOM_OIDC_ISSUER: "login" })).toThrow(/GREENROOM_OIDC_ISSUER/);
  });

  it("tells metrics to this machine alone until a token is set, and takes none that is easily guessed", () => {
    expect(readEnv(enough).metricsToken).toBeNull();
    const read = (GREENROOM_METRICS_TOKEN: string) => readEnv({ ...enough, GREENROOM_METRICS_TOKEN });
    expect(read("0123456789abcdef").metricsToken).toBe("0123456789abcdef");
    for (const token of ["short", "0123456789 abcdef"])
      expect(() => read(token)).toThrow(/GREENROOM_METRICS_TOKEN/);
  });
});
