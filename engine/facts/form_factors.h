// Names of boards', supplies' and sockets' standards, as people write them, and what each standard means in
// millimetres.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "units/quantity.h"

namespace planner {

/// Board standards in the order of their outlines. `eatx` is a label, not a standard: boards sold so are 257 to 330 mm
/// deep.
enum class BoardForm : std::uint8_t { mini_itx, micro_atx, atx, ssi_ceb, xl_atx, eatx, ssi_eeb, ee_atx };

/// "E-ATX", "EATX", "Extended ATX", "SSI EEB", "mATX", "Micro ATX", ...; nothing for a proprietary or unknown name.
std::optional<BoardForm> board_form(std::string_view name);
/// True if a chassis made for `chassis` has the standoffs and room for `board`: a larger member of the ATX family takes
/// the smaller ones; SSI-EEB has its own hole pattern, so that an E-ATX chassis does not take it.
bool takes_board(BoardForm chassis, BoardForm board);

struct Outline {
  Length length;  ///< along the slots' row
  Length width;
};
/// Largest outline of the standard (Intel ATX 2.2, SSI CEB 1.1 and EEB 3.61); for E-ATX the nominal 305 x 330 mm.
Outline outline_of(BoardForm form);

/// Upper case without spaces, dashes and dots, so that "LGA 1700" equals "lga1700".
std::string squeeze_name(std::string_view name);
/// Socket names: "Socket sTR5", "TR5" and "sTR5" are one; so are "FCLGA4677" and "LGA 4677".
std::string socket_name(std::string_view name);
/// ATX, SFX and other desktop supplies (PS/2 is ATX).
bool is_desktop_psu_form(std::string_view name);
/// Supply form names that fit one bay compare equal: "PS/2", "ATX12V" and "ATX".
std::string psu_form_name(std::string_view name);

}  // namespace planner
