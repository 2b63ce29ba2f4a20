"""terminal.py - a terminal for tests: a program on a pseudo-terminal, and what its screen shows.

Screen interprets the sequences that the tool may use and notes everything else as a fault: a
sequence it does not know, a character beyond the last column, a place beyond the size.
"""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time


class Screen:
    def __init__(self, rows, columns):
        self.faults, self.frames = [], []
        self.modes = {1049: False, 25: True, 2026: False}
        self.style = ""
        self.pending = b""
        self.row = self.column = 0
        self.saved = (0, 0)
        self.tolerant = 0  # frames that may still be of an earlier size
        self.resize(rows, columns)

    def resize(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.cells = [[" "] * columns for _ in range(rows)]

    def text(self):
        return ["".join(row).rstrip() for row in self.cells]

    def fault(self, what):
        if not self.tolerant:
            self.faults.append("%s after %d frames" % (what, len(self.frames)))

    def feed(self, data):
        data = self.pending + data
        try:
            text, self.pending = data.decode(), b""
        except UnicodeDecodeError as error:
            text, self.pending = data[:error.start].decode(), data[error.start:]
        while text:
            sequence = re.match(r"\x1b\[(\??)([\d;]*)([A-Za-z])", text)
            if sequence:
                self.obey(*sequence.groups())
                text = text[sequence.end():]
            elif text[0] == "\x1b" and len(text) < 24:
                self.pending = text.encode() + self.pending
                return
            else:
                self.put(text[0])
                text = text[1:]

    def put(self, char):
        if char == "\r":
            self.column = 0
        elif char == "\n":
            self.row += 1
            if self.row == self.rows:
                if self.modes[1049]:
                    self.fault("the frame scrolls")
                self.cells = self.cells[1:] + [[" "] * self.columns]
                self.row -= 1
        elif char < " " or char == "\x7f":
            self.fault("control character %r" % char)
        elif self.column >= self.columns and not self.modes[1049]:
            self.put("\r")
            self.put("\n")
            self.put(char)
        elif self.column >= self.columns:
            self.fault("%r beyond column %d" % (char, self.columns))
        else:
            self.cells[self.row][self.column] = char
            self.column += 1

    def obey(self, private, numbers, final):
        values = [int(n) if n else 0 for n in numbers.split(";")]
        if private and final in "hl" and values[0] in self.modes:
            self.switch(values[0], final == "h")
        elif final == "m":
            self.style = "" if values[-1:] == [0] else numbers
        elif final == "H":
            row, column = (values + [1])[:2]
            if not (1 <= row <= self.rows and 1 <= column <= self.columns):
                self.fault("place %d;%d" % (row, column))
            self.row = min(max(row, 1), self.rows) - 1
            self.column = min(max(column, 1), self.columns) - 1
        elif final == "K" and values == [0]:
            self.cells[self.row][self.column:] = [" "] * (self.columns - self.column)
        elif final == "J" and values == [0]:
            self.cells[self.row][self.column:] = [" "] * (self.columns - self.column)
            for row in range(self.row + 1, self.rows):
                self.cells[row] = [" "] * self.columns
        else:
            self.fault("unknown sequence %s%s%s" % (private, numbers, final))

    def switch(self, mode, on):
        if mode == 1049 and on != self.modes[mode]:
            self.resize(self.rows, self.columns)
            self.row, self.column, self.saved = *self.saved, (self.row, self.column)
        if mode == 2026 and self.modes[mode] and not on:
            self.frames.append(self.text())
            self.tolerant = max(0, self.tolerant - 1)
        self.modes[mode] = on

    def as_before(self):
        """What is not as it was before anything was drawn."""
        wrong = []
        if self.modes[1049]:
            wrong.append("the alternate screen was not left")
        if not self.modes[25]:
            wrong.append("the cursor is hidden")
        if self.modes[2026]:
            wrong.append("an update was not ended")
        if self.style:
            wrong.append("colours are left: " + self.style)
        return wrong


class Child:
    """A program whose standard error and input are a terminal of its own; its output is a file."""

    def __init__(self, command, rows, columns, out, environment=None):
        self.master, self.slave = pty.openpty()
        self.screen = Screen(rows, columns)
        self.set_size(rows, columns)
        self.modes = termios.tcgetattr(self.slave)
        env = dict(os.environ, TERM="xterm-256color", LC_ALL="C.UTF-8")
        env.pop("NO_COLOR", None)
        env.update(environment or {})

        def prepare():  # a background job of a shell begins with some signals ignored
            for number in (signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP):
                signal.signal(number, signal.SIG_DFL)
            os.setsid()
            fcntl.ioctl(2, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(command, stdin=self.slave, stdout=out, stderr=self.slave,
                                        env=env, preexec_fn=prepare)

    def set_size(self, rows, columns):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, rows, columns):
        self.set_size(rows, columns)
        self.screen.resize(rows, columns)
        self.screen.tolerant = 2

    def type(self, keys):
        os.write(self.master, keys)

    def kill(self, number):
        self.process.send_signal(number)

    def read(self, seconds):
        """Feeds what comes within that time; returns whether something did."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            self.screen.feed(os.read(self.master, 65536))
        except OSError:
            return False
        return True

    def read_until(self, condition, seconds=30.0):
        end = time.monotonic() + seconds
        while not condition() and time.monotonic() < end:
            self.read(0.02)
        return condition()

    def frames(self, count):
        """Waits for so many more frames, or the end."""
        count += len(self.screen.frames)
        return self.read_until(lambda: len(self.screen.frames) >= count or
                               self.process.poll() is not None)

    def finish(self, seconds=60.0):
        """Reads to the end; returns the exit code, and what is wrong with the terminal."""
        if not self.read_until(lambda: self.process.poll() is not None, seconds):
            self.kill(signal.SIGKILL)
        while self.read(0.05):
            pass
        code = self.process.wait()
        wrong = self.screen.as_before() + self.screen.faults[:3]
        if termios.tcgetattr(self.slave) != self.modes:
            wrong.append("the terminal's modes have changed")
        os.close(self.master)
        os.close(self.slave)
        return code, wrong
