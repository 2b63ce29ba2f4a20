"""browser.py - a headless Chromium for tests of pages, and pages to open in it."""
import base64
import contextlib
import json
import os
import shutil
import subprocess
import tempfile

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service


def page_of(document):
    """The page that the reproduction makes of a document."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(document, file, ensure_ascii=False)
        file.flush()
        return subprocess.run(["build/tests/paper/test_page", file.name], check=True,
                              stdout=subprocess.PIPE).stdout.decode()


class Browser:
    """A browser with a profile of its own, and what it complained of and asked for."""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="basin-browser-")
        options = Options()
        options.binary_location = shutil.which("chromium")
        for argument in ("--headless=new", "--disable-gpu", "--disable-dev-shm-usage",
                         "--hide-scrollbars", "--user-data-dir=" + self.home) + \
                (("--no-sandbox",) if os.geteuid() == 0 else ()):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")),
                                       options=options)
        self.command = self.driver.execute_cdp_cmd

    def close(self):
        with contextlib.suppress(Exception):
            self.driver.quit()
        shutil.rmtree(self.home, ignore_errors=True)

    def size(self, width, height=800):
        self.command("Emulation.setDeviceMetricsOverride",
                     {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def media(self, kind="", **features):
        """media("print"), media(prefers_color_scheme="dark"); media() is the usual screen."""
        named = [{"name": name.replace("_", "-"), "value": value}
                 for name, value in features.items()]
        self.command("Emulation.setEmulatedMedia", {"media": kind, "features": named})

    def open(self, path):
        self.driver.get("file://" + path)
        self.settle()

    def settle(self):
        """Waits until everything that was asked for is drawn."""
        self.driver.execute_async_script(
            "const done = arguments[0];"
            "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30)));")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def complaints(self):
        """What the console said since it was asked last."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """The addresses that pages of ours asked for since they were asked for last."""
        messages = [json.loads(entry["message"])["message"]
                    for entry in self.driver.get_log("performance")]
        return [m["params"]["request"]["url"] for m in messages
                if m["method"] == "Network.requestWillBeSent" and
                m["params"]["documentURL"].startswith("file:")]

    def pdf(self):
        return base64.b64decode(self.command("Page.printToPDF", {})["data"])

    def shot(self, path):
        """A picture of the whole page, for people."""
        height = self.run("return document.documentElement.scrollHeight")
        width = self.run("return innerWidth")
        data = self.command("Page.captureScreenshot", {
            "captureBeyondViewport": True,
            "clip": {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}})["data"]
        with open(path, "wb") as out:
            out.write(base64.b64decode(data))
