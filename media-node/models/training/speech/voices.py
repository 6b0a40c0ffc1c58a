"""The synthesizers behind one shape: text and a voice in, samples at 16 kHz out.

espeak-ng and flite are called in this process through their libraries, which
is several times faster than one process per sentence; festival runs once per
group of sentences. A voice also has a spectral shift: the sound is played
faster or slower by that factor, which moves pitch and formants together as
another vocal tract would.
"""
import ctypes
import random
import subprocess
import tempfile
import wave
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np
from scipy.signal import resample_poly

SAMPLE_RATE_HZ = 16000
ESPEAK_ACCENTS = ["en-us"] * 5 + ["en-us-nyc", "en", "en", "en-gb-x-rp", "en-gb-scotland", "en-029", "en-gb-x-gbclan"]
ESPEAK_VARIANTS = (
    [""] * 4 + [f"m{i}" for i in (1, 2, 3, 4, 6, 7, 8)] * 2 + [f"f{i}" for i in (1, 2, 3, 5)] * 3
    + "klatt klatt2 klatt3 klatt4 klatt5 klatt6".split()
    + "Alex Alicia Andrea Annie Denis Diogo Gene Gene2 Henrique Hugo Jacky Lee Marco Mario Michael Mike Storm".split()
    + "adam anika antonio aunty belinda benjamin boris caleb david ed edward2 grandma grandpa gustave iven iven2 iven3".split()
    + "john marcelo max michel miguel norbert pablo paul pedro quincy rob robert sandro shelby steph2 steph3 travis victor zac".split()
)
HELD_OUT = {
    "espeak": ["en-us+m5", "en-us+f4", "en+linda", "en-us+edward", "en+steph", "en-us+Andy"],
    "flite": ["rms"],
    "festival": ["ked_diphone"],
}
FLITE_VOICES = {"slt": 170.0, "awb": 115.0, "kal16": 100.0, "kal": 100.0, "rms": 95.0}
FESTIVAL_VOICES = {"kal_diphone": 105.0, "cmu_us_slt_arctic_hts": 170.0, "ked_diphone": 110.0}


@dataclass(frozen=True)
class Voice:
    """How one sentence is spoken. rate 1 is the synthesizer's normal speed, pitch 1 its normal pitch."""

    engine: str
    name: str
    rate: float
    pitch: float
    shift: float


def random_voice(rng: random.Random) -> Voice:
    """A training voice: never one of HELD_OUT."""
    engine = rng.choices(["espeak", "flite", "festival"], [0.5, 0.4, 0.1])[0]
    shift = rng.choice([1.0, rng.uniform(0.84, 1.2), rng.uniform(0.84, 1.2)])
    rate = rng.uniform(0.75, 1.3) / (shift if rng.random() < 0.7 else 1.0)
    pitch = rng.uniform(0.75, 1.35)
    if engine == "espeak":
        variant = rng.choice(ESPEAK_VARIANTS)
        name = rng.choice(ESPEAK_ACCENTS) + (f"+{variant}" if variant else "")
    elif engine == "flite":
        name = rng.choices(["slt", "awb", "kal16", "kal"], [0.36, 0.36, 0.22, 0.06])[0]
    else:
        name = rng.choices(["kal_diphone", "cmu_us_slt_arctic_hts"], [0.45, 0.55])[0]
    return Voice(engine, name, rate, pitch, shift)


def held_out_voice(rng: random.Random, engine: str) -> Voice:
    """A voice kept for the test, at usual speeds and without spectral shift."""
    return Voice(engine, rng.choice(HELD_OUT[engine]), rng.uniform(0.85, 1.15), rng.uniform(0.9, 1.1), 1.0)


class Espeak:
    """libespeak-ng in this process; `events` are (type, length of the word, phoneme, time in s) of the last sentence."""

    WORD, PHONEME = 1, 7


    class Event(ctypes.Structure):
        _fields_ = [
            ("type", ctypes.c_int), ("identifier", ctypes.c_uint), ("text_position", ctypes.c_int),
            ("length", ctypes.c_int), ("audio_position", ctypes.c_int), ("sample", ctypes.c_int),
            ("user_data", ctypes.c_void_p), ("phoneme", ctypes.c_char * 8),
        ]

    def __init__(self) -> None:
        self.library = ctypes.CDLL("libespeak-ng.so.1")
        self.sample_rate_hz = self.library.espeak_Initialize(2, 0, None, 1)
        self.chunks: list[np.ndarray] = []
        self.events: list[tuple[int, int, str, float]] = []
        kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(self.Event))
        self.callback = kind(self._receive)
        self.library.espeak_SetSynthCallback(self.callback)

    def _receive(self, samples, count, events) -> int:
        if count > 0:
            self.chunks.append(np.ctypeslib.as_array(samples, (count,)).copy())
        index = 0
        while events[index].type != 0:
            event = events[index]
            self.events.append((event.type, event.length, event.phoneme.decode(errors="replace"), event.audio_position / 1000))
            index += 1
        return 0

    def speak(self, text: str, voice: Voice) -> tuple[np.ndarray, int]:
        self.chunks, self.events = [], []
        if self.library.espeak_SetVoiceByName(voice.name.encode()) != 0:
            raise ValueError(f"espeak-ng has no voice {voice.name}")
        self.library.espeak_SetParameter(1, int(165 * voice.rate), 0)
        self.library.espeak_SetParameter(3, int(np.clip(50 + 90 * (voice.pitch - 1), 10, 95)), 0)
        data = text.encode() + b"\0"
        self.library.espeak_Synth(data, len(data), 0, 1, 0, 1, None, None)
        return np.concatenate(self.chunks or [np.zeros(1, np.int16)]), self.sample_rate_hz


class Flite:
    """libflite and its voices in this process."""

    class Wave(ctypes.Structure):
        _fields_ = [
            ("type", ctypes.c_char_p), ("sample_rate", ctypes.c_int), ("num_samples", ctypes.c_int),
            ("num_channels", ctypes.c_int), ("samples", ctypes.POINTER(ctypes.c_short)),
        ]

    class VoiceHead(ctypes.Structure):
        _fields_ = [("name", ctypes.c_char_p), ("features", ctypes.c_void_p)]

    def __init__(self) -> None:
        self.library = ctypes.CDLL("libflite.so.1", mode=ctypes.RTLD_GLOBAL)
        for name in ("usenglish", "cmulex"):
            ctypes.CDLL(f"libflite_{name}.so.1", mode=ctypes.RTLD_GLOBAL)
        self.library.flite_init()
        self.library.flite_text_to_wave.restype = ctypes.POINTER(self.Wave)
        self.library.flite_text_to_wave.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
        self.library.delete_wave.argtypes = [ctypes.c_void_p]
        self.library.feat_set_float.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_float]
        self.voices: dict[str, int] = {}

    def _voice(self, name: str) -> int:
        if name not in self.voices:
            full = f"cmu_us_{name}"
            register = getattr(ctypes.CDLL(f"libflite_{full}.so.1", mode=ctypes.RTLD_GLOBAL), f"register_{full}")
            register.restype, register.argtypes = ctypes.c_void_p, [ctypes.c_char_p]
            self.voices[name] = register(None)
        return self.voices[name]

    def speak(self, text: str, voice: Voice) -> tuple[np.ndarray, int]:
        handle = self._voice(voice.name)
        features = ctypes.cast(handle, ctypes.POINTER(self.VoiceHead)).contents.features
        self.library.feat_set_float(features, b"duration_stretch", 1 / voice.rate)
        self.library.feat_set_float(features, b"int_f0_target_mean", FLITE_VOICES[voice.name] * voice.pitch)
        result = self.library.flite_text_to_wave(text.encode(), handle)
        head = result.contents
        samples = np.ctypeslib.as_array(head.samples, (head.num_samples,)).copy()
        rate = head.sample_rate
        self.library.delete_wave(result)
        return samples, rate


def festival_speak(jobs: list[tuple[str, Voice]]) -> list[tuple[np.ndarray, int]]:
    """Speaks many sentences in one festival process; a sentence that fails comes back empty."""
    with tempfile.TemporaryDirectory() as folder:
        lines: list[str] = []
        for index, (text, voice) in enumerate(jobs):
            mean = FESTIVAL_VOICES[voice.name] * voice.pitch
            lines += [
                f"(voice_{voice.name})",
                f"(Parameter.set 'Duration_Stretch {1 / voice.rate:.3f})",
                f"(set! int_lr_params '((target_f0_mean {mean:.1f}) (target_f0_std 14) (model_f0_mean 170) (model_f0_std 34)))",
                f'(utt.save.wave (utt.synth (Utterance Text "{text}")) "{folder}/{index}.wav" \'riff)',
            ]
        script = Path(folder) / "speak.scm"
        script.write_text("\n".join(lines))
        subprocess.run(["festival", "--batch", str(script)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        found = []
        for index in range(len(jobs)):
            path = Path(folder) / f"{index}.wav"
            if path.exists():
                with wave.open(str(path)) as file:
                    found.append((np.frombuffer(file.readframes(file.getnframes()), np.int16), file.getframerate()))
            else:
                found.append((np.zeros(1, np.int16), SAMPLE_RATE_HZ))
        return found


def to_16_khz(samples: np.ndarray, rate_hz: int, shift: float) -> np.ndarray:
    """Samples as float32 -1..1 at 16 kHz, played faster by `shift`."""
    ratio = Fraction(SAMPLE_RATE_HZ / (rate_hz * shift)).limit_denominator(160)
    signal = samples.astype(np.float32) / 32768
    return signal if ratio == 1 else resample_poly(signal, ratio.numerator, ratio.denominator).astype(np.float32)
