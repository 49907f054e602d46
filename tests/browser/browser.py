"""Headless Chromium for the tests of pages: files and this machine, no
network."""
import contextlib
import os
import tempfile

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

SECONDS = 30  # that anything may take


@contextlib.contextmanager
def open_browser(width=1440, height=900, dark=False, downloads=None):
    """Yields a driver whose console is kept; files are saved to a folder."""
    with tempfile.TemporaryDirectory() as home:
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for word in ("--headless=new", "--no-sandbox", "--disable-gpu",
                     "--disable-dev-shm-usage", "--no-first-run",
                     "--disable-background-networking", "--disable-sync",
                     "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.*",
                     "--hide-scrollbars", "--user-data-dir=" + home):
            options.add_argument(word)
        if downloads:
            options.add_experimental_option("prefs", {
                "download.default_directory": downloads,
                "download.prompt_for_download": False})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        os.environ["SE_OFFLINE"] = "true"
        driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"),
                                  options=options)
        try:
            driver.set_page_load_timeout(SECONDS)
            set_view(driver, width, height, dark)
            yield driver
        finally:
            driver.quit()


def set_view(driver, width, height, dark):
    """A window of that size, by day or by night."""
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": 1,
        "mobile": width < 600})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
        {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})


def open_page(driver, path, hash_part=""):
    """Opens a page from disk; returns what its proof has come to."""
    driver.get("about:blank")
    driver.get("file://" + os.path.abspath(path) + hash_part)
    return WebDriverWait(driver, SECONDS).until(
        lambda d: d.execute_script("return document.documentElement.dataset.proof"))


def axe(driver):
    """What axe-core finds on the page; None: it is not there (npm ci)."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                        "node_modules/axe-core/axe.min.js")
    if not os.path.exists(path):
        print("axe-core is not there: npm ci in tests/browser")
        return None
    with open(path, encoding="utf-8") as f:
        driver.execute_cdp_cmd("Runtime.evaluate", {"expression": f.read()})
    return driver.execute_async_script(
        "const done = arguments[0]; axe.run().then(r => done(r.violations"
        ".map(v => v.id + ' ' + v.nodes.map(n => n.target).join(' | '))))")


def complaints(driver):
    """What the console has said since it was last asked."""
    return [line["message"] for line in driver.get_log("browser")
            if line["level"] in ("SEVERE", "WARNING")]
