import { WorkspaceApi } from "./api";
import { expect, test } from "./journey";
import { tidePackage } from "./packages";

const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title="PWNED"</script></svg>';

test("an SVG or HTML file with a script is served as a download that cannot run", async ({
  page,
  request,
  workspace,
}) => {
  const api = new WorkspaceApi(request, workspace.slug);
  const pack = tidePackage();
  await api.importPackage({
    ...pack,
    files: {
      ...pack.files,
      "assets/logo.svg": script,
      "assets/page.html": '<!doctype html><script>document.title="PWNED"</script>',
    },
  });
  for (const path of ["assets/logo.svg", "assets/page.html"]) {
    const address = `/api/v1/workspaces/${workspace.slug}/skills/${pack.name}/draft/raw?path=${path}`;
    const { headers, status } = await request
      .get(address)
      .then((response) => ({ headers: response.headers(), status: response.status() }));
    expect(status).toBe(200);
    expect(headers["content-disposition"]).toMatch(/^attachment/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-security-policy"]).toContain("sandbox");

    const download = page.waitForEvent("download");
    await page.goto(address).catch(() => {}); // a download ends the navigation
    await download;
    expect(await page.title()).not.toBe("PWNED");
  }
});
