// SPDX-License-Identifier: MIT
// The options of stills and of videos.

extension CompatTable {
    private static func still(
        _ name: String, _ short: Character? = nil, _ form: CompatOption.Form, _ summary: String,
        _ verdict: CompatVerdict = .honoured
    ) -> CompatOption {
        row(name, short, form, summary, hello: nil, still: verdict, video: nil)
    }

    private static func video(
        _ name: String, _ short: Character? = nil, _ form: CompatOption.Form, _ summary: String,
        _ verdict: CompatVerdict = .honoured
    ) -> CompatOption {
        row(name, short, form, summary, hello: nil, still: nil, video: verdict)
    }

    static let still: [CompatOption] = {
        var exif = still("exif", "x", value, "A further EXIF tag; may be given more than once.")
        exif.repeats = true
        return [
            row("quality", "q", value, "Quality of JPEG, from 1 to 100.", hello: nil), exif,
            still("timelapse", nil, value, "Time between shots. A bare number is in ms."),
            still("framestart", nil, value, "The first number of file names."),
            still("datetime", nil, .flag, "Names files by month, day and time."),
            still("timestamp", nil, .flag, "Names files by seconds since 1970."),
            still("restart", nil, value, "Blocks between a JPEG's restart markers."),
            row(
                "keypress", "k", .flag, "Acts when ENTER is pressed; x and ENTER ends.", hello: nil),
            row("signal", "s", .flag, "Acts on SIGUSR1; SIGUSR2 ends.", hello: nil),
            still("thumb", nil, value, "Thumbnail as WIDTH:HEIGHT:QUALITY, or none."),
            still("encoding", "e", value, "jpg, png, bmp, rgb or yuv420."),
            still("raw", "r", .flag, "Also writes a DNG beside the picture."),
            still("latest", nil, value, "A link with this name leads to the newest file."),
            still("immediate", nil, .flag, "Takes the first frame."),
            still("autofocus-on-capture", nil, .flag, "Focuses before each shot."),
            still(
                "zsl", nil, .flag, "",
                .implied("the camera stays in the mode of the photograph all the time")),
        ]
    }()

    static let video: [CompatOption] = [
        video("codec", nil, value, "mjpeg or yuv420; others come with prism-video."),
        video("save-pts", nil, value, "Writes each frame's time to a file."),
        video("initial", "i", value, "record, or pause to begin without recording."),
        video("split", nil, .flag, "A new file each time recording goes on."),
        video("segment", nil, value, "A new file after so long. A bare number is in ms."),
        video(
            "circular", nil, .value(implicit: "4"), "",
            .refused("a ring of the newest frames comes with prism-video")),
        video("frames", nil, value, "Ends after so many frames."),
        video("listen", "l", .flag, "", .refused("network outputs are not there; send a pipe on")),
        video("sync", nil, value, "off; cameras cannot be synchronised."),
    ]

    static let encoders: [CompatOption] = [
        video("bitrate", "b", value, "", .warned(noEncoder)),
        video("profile", nil, value, "", .warned(noEncoder)),
        video("level", nil, value, "", .warned(noEncoder)),
        video("intra", "g", value, "", .warned(noEncoder)),
        video("inline", nil, .flag, "", .warned(noEncoder)),
        video("low-latency", nil, .flag, "", .warned(noEncoder)),
        video("encoder-libs", nil, value, "", .warned(noEncoder)),
        video("libav-video-codec", nil, value, "", .warned(noEncoder)),
        video("libav-video-codec-opts", nil, value, "", .warned(noEncoder)),
        video("libav-format", nil, value, "", .warned(noEncoder)),
        video("libav-audio", nil, .flag, "", .refused("sound is not recorded; prism-video will")),
        video("audio-codec", nil, value, "", .warned(noEncoder)),
        video("audio-source", nil, value, "", .warned(noEncoder)),
        video("audio-device", nil, value, "", .warned(noEncoder)),
        video("audio-channels", nil, value, "", .warned(noEncoder)),
        video("audio-bitrate", nil, value, "", .warned(noEncoder)),
        video("audio-samplerate", nil, value, "", .warned(noEncoder)),
        video("av-sync", nil, value, "", .warned(noEncoder)),
    ]
}
