"""Landscapes as scenes: what is true of one, in words."""

from landscape import GROUNDS, TIMES, Landscape
from scene import Rng, Scene


def landscape(rng: Rng, mood: str) -> Scene:
    """A landscape and what is true of it, in words."""
    scene = Landscape(rng)
    grounds, times = GROUNDS[scene.ground][1], TIMES[scene.time][3]
    when, place = str(rng.choice(times)), str(rng.choice(grounds))
    slots = {}
    if scene.tint is not None:
        slots["a"] = scene.tint
    if scene.sky is not None:
        slots["s"] = scene.sky
    ground = f"{{a}} {place}" if scene.tint is not None else place
    sky = " under a {s} sky" if scene.sky is not None else ""
    subjects = [f"{ground} {when}{sky}", f"{ground}, {when}{sky}", f"{when}, {ground}{sky}", f"{ground}{sky}, {when}"]
    if scene.time == "sunset" and scene.ground != "none":
        subjects += (
            [f"sunset over the {ground}", f"sunset over {ground}", f"{ground} at sunset"] * 2
            if scene.sky is None
            else []
        )
    if scene.time == "night" and scene.sky is None:
        subjects += (
            [f"{ground} under a {'starry ' if scene.stars else 'dark '}sky", f"night sky over {ground}"]
            if scene.ground != "none"
            else ["night sky", "starry night sky" if scene.stars else "dark night sky"]
        )
    if scene.sky is not None:
        subjects += [f"{{s}} sky over {ground}, {when}", f"{ground}, {{s}} sky"]
    if scene.ground == "none" and scene.clouds:
        subjects += [
            f"clouds {when}",
            f"cloudy sky {when}",
            "clouds in the sky" if scene.time == "day" else f"cloudy sky, {when}",
        ]
    extras = []
    body = "sun" if scene.sun else "moon" if scene.moon else ""
    if body:
        extras += [
            f"{body} on the {scene.side}" if scene.side != "middle" else f"{body} in the middle",
            f"with the {body}" if body == "sun" else "full moon",
        ]
    extras += [
        p
        for on, p in (
            (scene.stars, "starry sky"),
            (scene.clouds, "with clouds"),
            (scene.aurora, "northern lights"),
            (scene.mist, "with mist"),
            (scene.peaked, "snowy peaks"),
        )
        if on
    ]
    if scene.ground == "sea" and body:
        extras.append("reflection on the water")
    facts = [f"time {scene.time}"] + (["aurora"] if scene.aurora else [])
    if scene.aurora:
        subjects += [f"northern lights over {ground}", f"aurora over {ground}", f"aurora borealis, {ground}"] * 2
    return Scene(f"land {scene.ground}", scene.draw, slots, subjects, extras, facts)


LANDSCAPES = {landscape: 4.0}
